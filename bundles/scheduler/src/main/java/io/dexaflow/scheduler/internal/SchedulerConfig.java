// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** What an operator may set of the scheduler. */
@ObjectClassDefinition(name = "Dexaflow scheduler", description = "Planning and dispatch of task instances")
public @interface SchedulerConfig {

    /** The configuration's PID. */
    String PID = "io.dexaflow.scheduler";

    @AttributeDefinition(name = "Default executor", description = "The executor of tasks that name none")
    String default_executor() default "subprocess";

    @AttributeDefinition(name = "Dispatch buffer", description = "How many task instances may be on their way to their"
            + " executors at once; what does not fit waits for a later tick")
    int dispatch_buffer__size() default 512;

    @AttributeDefinition(name = "Retention of decisions",
            description = "For how many days the decisions behind 'why' are"
                    + " kept; 0 keeps them for ever")
    int decisions_retention__days() default 30;
}
