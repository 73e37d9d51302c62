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

    @AttributeDefinition(name = "Hosts with private addresses that callbacks may call",
            description = "Names or addresses,"
                    + " as in the URL. Lite calls private addresses anyway; link-local ones are never called")
    String[] callbacks_allowed__hosts() default {};

    @AttributeDefinition(name = "Base URL in callbacks",
            description = "Where the API is for whoever gets a callback, for its"
                    + " log_url; empty: the address that this host listens on")
    String callbacks_base__url() default "";

    @AttributeDefinition(name = "Retention of runs",
            description = "For how many days finished runs are kept, with their task"
                    + " instances, XComs and decisions; the newest run of each DAG is kept in any case. 0 keeps all for ever")
    int retention_runs__days() default 0;

    @AttributeDefinition(name = "Retention of task logs",
            description = "For how many days the logs of finished runs are kept;"
                    + " those of runs that are gone go at once. 0 keeps all for ever, but for those of runs that"
                    + " retention.runs_days has taken away")
    int retention_logs__days() default 0;
}
