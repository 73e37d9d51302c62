// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** The configuration, PID {@code io.dexaflow.store-postgres}. */
@ObjectClassDefinition(name = "Store on PostgreSQL", description = "How the store uses its database.")
@interface StoreConfig {

    /** {@code pool.size}. */
    @AttributeDefinition(description = "The most connections in the pool; the leader lock has one more of its own.",
            min = "2")
    int pool_size() default 16;

    /** {@code statement.timeout_seconds}. */
    @AttributeDefinition(description = "The longest a statement may take before the server cuts it off.", min = "1")
    int statement_timeout__seconds() default 30;
}
