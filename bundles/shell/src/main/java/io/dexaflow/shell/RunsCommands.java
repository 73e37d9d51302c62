// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.shell;

import io.dexaflow.store.Readings;
import io.dexaflow.store.Readings.Page;
import io.dexaflow.store.Readings.RunFilter;
import io.dexaflow.store.Readings.RunRow;
import java.util.Map;
import java.util.Set;
import org.apache.felix.service.command.Descriptor;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The command {@code runs}; without a store it is absent. */
@Component(name = "io.dexaflow.shell.runs", service = RunsCommands.class, property = {
        "osgi.command.scope=dexaflow", "osgi.command.function=runs"})
public final class RunsCommands {

    private static final Syntax SYNTAX = Listing.limited(
            new Syntax("runs", "lists runs, newest first").optionalOperand("DAG_ID"));

    private final Readings readings;

    /** @param readings of the store */
    @Activate
    public RunsCommands(@Reference(name = "readings") Readings readings) {
        this.readings = readings;
    }

    /** Lists the runs of a DAG or of all. */
    @Descriptor("lists runs, newest first")
    public String runs(@Descriptor("[DAG_ID] [--limit N] [--json] [--help]") String[] arguments) {
        return SYNTAX.run(arguments, this::answer);
    }

    private Answer answer(Arguments arguments) {
        String dagId = arguments.operandIfGiven(0).orElse(null);
        if (dagId != null && readings.dag(dagId).isEmpty()) {
            throw new CommandFailure(CommandFailure.USAGE, "there is no DAG " + dagId + "; see: dags");
        }
        Page<RunRow> page = readings.runs(new RunFilter(dagId, Set.of(), Set.of()), Listing.first(arguments));
        Table table = new Table("DAG", "RUN", "STATE", "TYPE", "STARTED", "ENDED");
        page.rows()
                .forEach(run -> table.row(run.dagId(), run.dagRunId(), run.state().wireName(),
                        run.type().wireName(), Words.time(run.startedAt()), Words.time(run.endedAt())));
        return Listing.answer(page, table, "dag_runs", RunsCommands::fields);
    }

    private static Map<String, Object> fields(RunRow run) {
        return new Fields().with("dag_id", run.dagId())
                .with("dag_run_id", run.dagRunId())
                .with("state", run.state().wireName())
                .with("run_type", run.type().wireName())
                .with("logical_date", run.logicalDate())
                .with("queued_at", run.queuedAt())
                .with("start_date", run.startedAt())
                .with("end_date", run.endedAt())
                .with("conf", new Json.Raw(run.confJson()))
                .with("note", run.note())
                .with("version_number", run.versionNumber())
                .map();
    }
}
