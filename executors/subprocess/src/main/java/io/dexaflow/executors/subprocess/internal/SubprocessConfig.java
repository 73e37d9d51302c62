// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.executors.subprocess.internal;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;
import org.osgi.service.metatype.annotations.Option;

/** What an operator may set of the subprocess executor. */
@ObjectClassDefinition(name = "Dexaflow subprocess executor", description = "Attempts as processes of this machine")
public @interface SubprocessConfig {

    /** The configuration's PID. */
    String PID = "io.dexaflow.executors.subprocess";

    @AttributeDefinition(name = "Isolation", description = "host: one agent process runs many attempts;"
            + " per-attempt: an agent process for each (slower, dearer)",
            options = {
                    @Option(label = "One agent host", value = "host"),
                    @Option(label = "An agent per attempt", value = "per-attempt")})
    String agent_isolation() default "host";

    @AttributeDefinition(name = "Idle time", description = "Seconds after which an agent host without work exits")
    int agent_idle__seconds() default 600;

    @AttributeDefinition(name = "Capacity", description = "Attempts that one agent host runs at once")
    int agent_capacity() default 256;

    @AttributeDefinition(name = "Inherited environment",
            description = "Names of environment variables that tasks inherit"
                    + " from the host, beside PATH, HOME, USER, LANG, LC_*, TZ and TMPDIR; read by the gateway")
    String[] subprocess_inherit__env() default {};
}
