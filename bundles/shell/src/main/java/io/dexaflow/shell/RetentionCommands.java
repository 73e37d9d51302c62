// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.shell;

import io.dexaflow.control.Retention;
import io.dexaflow.control.Retention.Plan;
import io.dexaflow.store.RetentionLedger.Expired;
import org.apache.felix.service.command.Descriptor;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The command {@code retention}; without a scheduler it is absent. */
@Component(name = "io.dexaflow.shell.retention", service = RetentionCommands.class, property = {
        "osgi.command.scope=dexaflow", "osgi.command.function=retention"})
public final class RetentionCommands {

    private static final String DRY_RUN = "--dry-run";
    private static final Syntax SYNTAX = new Syntax("retention", "counts what retention would take away now")
            .option(DRY_RUN, null, "only counts; must be given, since the maintenance cycle alone takes away");

    private final Retention retention;

    /** @param retention knows what is old */
    @Activate
    public RetentionCommands(@Reference(name = "retention") Retention retention) {
        this.retention = retention;
    }

    /** Counts what is old. */
    @Descriptor("counts what retention would take away now")
    public String retention(@Descriptor("--dry-run [--json] [--help]") String[] arguments) {
        return SYNTAX.run(arguments, given -> {
            if (!given.has(DRY_RUN)) {
                throw new CommandFailure(CommandFailure.USAGE,
                        "the maintenance cycle takes away what is old, a piece at "
                                + "a time; retention " + DRY_RUN + " counts it, cycle runs one now");
            }
            return answer(retention.plan());
        });
    }

    private static Answer answer(Plan plan) {
        Expired rows = plan.rows();
        Table table = new Table("WHAT", "KEPT", "WOULD GO").row("runs", kept(plan.runsDays()), rows.runs())
                .row("task instances", "with their runs", rows.taskInstances())
                .row("tries", "with their runs", rows.tries())
                .row("XCom entries", "with their runs", rows.xcoms())
                .row("decisions", "with their runs", rows.decisions())
                .row("logs of runs", kept(plan.logsDays()), plan.logs());
        return new Answer(table.toString(), new Fields().with("runs_days", plan.runsDays())
                .with("logs_days", plan.logsDays())
                .with("runs", rows.runs())
                .with("task_instances", rows.taskInstances())
                .with("tries", rows.tries())
                .with("xcoms", rows.xcoms())
                .with("decisions", rows.decisions())
                .with("logs_of_runs", plan.logs())
                .map());
    }

    private static String kept(int days) {
        return days == 0 ? "for ever" : days + " days";
    }
}
