// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.http;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** What an operator may set of the API. */
@ObjectClassDefinition(id = "io.dexaflow.rest", name = "API",
        description = "The API for people and their tools: where it may be reached, and how long a sign-in lasts.")
public @interface RestConfig {

    /** How long a token lives. */
    @AttributeDefinition(name = "auth.user_token_minutes", min = "1", max = "525600",
            description = "How long a token of POST /auth/token is accepted, in minutes. Removing or resetting the user"
                    + " ends it at once.")
    int auth_user__token__minutes() default 1440;

    /** Names of this host. */
    @AttributeDefinition(name = "api.allowed_hosts", required = false,
            description = "Names, with or without a port, under which the API may be asked besides localhost, as a"
                    + " reverse proxy passes them on in Host. Any other name is refused while the API listens on"
                    + " loopback, or while this list is not empty.")
    String[] api_allowed__hosts() default {};

    /** Pages that may ask. */
    @AttributeDefinition(name = "api.allowed_origins", required = false,
            description = "Origins, as https://dexaflow.example, whose pages may send requests to the API besides its"
                    + " own.")
    String[] api_allowed__origins() default {};

    /** Whether passwords may travel in the clear. */
    @AttributeDefinition(name = "api.allow_plaintext",
            description = "Whether the API may listen without TLS on an address that is not loopback, where others can"
                    + " read passwords and tokens off the wire. Only for a network that is private, or behind a proxy"
                    + " that does TLS.")
    boolean api_allow__plaintext() default false;
}
