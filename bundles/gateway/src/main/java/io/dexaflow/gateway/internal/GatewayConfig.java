// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.gateway.internal;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** The gateway's configuration. */
@ObjectClassDefinition(id = "io.dexaflow.gateway", name = "Gateway",
        description = "The agents' HTTP end and the logs of attempts.")
public @interface GatewayConfig {

    /** Where task logs lie. */
    @AttributeDefinition(name = "logs.dir", required = false,
            description = "Folder of the task logs; a relative path is taken from the home. Empty: logs/tasks in the"
                    + " home. Hosts that share a database must share this folder too.")
    String logs_dir() default "";

    /** How long an attempt's log may grow. */
    @AttributeDefinition(name = "logs.max_mb", min = "1",
            description = "The longest log of one attempt, in MiB. What comes after it is dropped, with a line that"
                    + " says so.")
    int logs_max__mb() default 100;
}
