// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.AttributeType;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** The configuration, PID {@code io.dexaflow.store-postgres}. */
@ObjectClassDefinition(name = "Store on PostgreSQL", description = "Which database the store uses, and how.")
@interface StoreConfig {

    /** {@code database.url}. */
    @AttributeDefinition(description = "The JDBC URL of an external PostgreSQL database, without credentials:"
            + " jdbc:postgresql://HOST:PORT/DATABASE. Empty: another bundle brings the database, as Lite's embedded"
            + " server does. The leader lock needs sessions, so no proxy that pools by transaction.")
    String database_url() default "";

    /** {@code database.user}. */
    @AttributeDefinition(description = "Who signs in there: the owner of the schema dexaflow, or of the database.")
    String database_user() default "";

    /** {@code database.password}. */
    @AttributeDefinition(description = "The user's password. Better than in a file of the conf folder it stands in a"
            + " file of its own, named by an environment variable that ends in _FILE, or as $[secret:NAME].",
            type = AttributeType.PASSWORD)
    String database_password() default "";

    /** {@code pool.size}. */
    @AttributeDefinition(description = "The most connections in the pool; the leader lock has one more of its own.",
            min = "2")
    int pool_size() default 16;

    /** {@code statement.timeout_seconds}. */
    @AttributeDefinition(description = "The longest a statement may take before the server cuts it off.", min = "1")
    int statement_timeout__seconds() default 30;
}
