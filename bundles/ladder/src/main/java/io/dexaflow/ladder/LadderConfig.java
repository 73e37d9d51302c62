// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.ladder;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** What an operator may set; here so that the reference of all keys can be generated from it. */
@ObjectClassDefinition(pid = CredentialCeiling.PID, name = "Timing ladder",
        description = "The one duration of the timing ladder that is configuration; read once, at start.")
@interface LadderConfig {

    /** {@code auth.max_attempt_credential_lifetime}. */
    @AttributeDefinition(name = "Credential ceiling", description = "The longest an attempt's token may be renewed:"
            + " 24h, 90m, 1h30m, or a number of seconds. It must be longer than the token's own life (600 s), or the"
            + " host refuses to start. 0 or less is no limit, which also switches off the deadline floor of task pods"
            + " and the watchdog of warm attempts.")
    String auth_max__attempt__credential__lifetime() default CredentialCeiling.STANDARD;
}
