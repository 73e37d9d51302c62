// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.shell;

import io.dexaflow.control.RunControl;
import io.dexaflow.control.RunControl.RunRef;
import io.dexaflow.control.RunControl.TriggerRequest;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import org.apache.felix.service.command.Descriptor;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The command {@code trigger}; without a scheduler it is absent. */
@Component(name = "io.dexaflow.shell.trigger", service = TriggerCommands.class, property = {
        "osgi.command.scope=dexaflow", "osgi.command.function=trigger"})
public final class TriggerCommands {

    private static final String CONF = "--conf";
    private static final String LOGICAL_DATE = "--logical-date";
    private static final String RUN_ID = "--run-id";
    private static final String NOTE = "--note";
    private static final Syntax SYNTAX = new Syntax("trigger",
            "creates a manual run and prints its run id").operand("DAG_ID")
            .option(CONF, "JSON", "parameters for the run, a JSON object in quotes")
            .option(LOGICAL_DATE, "T", "as 2026-01-31T00:00:00Z; without it the run has none")
            .option(RUN_ID, "ID", "the run id; made from the time unless given")
            .option(NOTE, "TEXT", "a note for people");

    private final RunControl control;

    /** @param control creates runs */
    @Activate
    public TriggerCommands(@Reference(name = "run-control") RunControl control) {
        this.control = control;
    }

    /** Creates a run. */
    @Descriptor("creates a manual run and prints its run id")
    public String trigger(@Descriptor("DAG_ID [--conf JSON] [--logical-date T] [--run-id ID] [--note TEXT] [--json]"
            + " [--help]") String[] arguments) {
        return SYNTAX.run(arguments, this::answer);
    }

    private Answer answer(Arguments arguments) {
        RunRef run = control.trigger(new TriggerRequest(arguments.operand(0),
                arguments.option(RUN_ID).orElse(null),
                arguments.option(LOGICAL_DATE).map(TriggerCommands::instant).orElse(null),
                arguments.option(CONF).orElse(null), arguments.option(NOTE).orElse(null), "shell"));
        return new Answer(run.dagRunId(), new Fields().with("dag_id", run.dagId())
                .with("dag_run_id", run.dagRunId())
                .map());
    }

    private static Instant instant(String text) {
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeParseException unreadable) {
            throw new CommandFailure(CommandFailure.USAGE, LOGICAL_DATE + " " + text
                    + ": give a time with its zone, as 2026-01-31T00:00:00Z");
        }
    }
}
