// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.shell;

import io.dexaflow.store.Readings;
import io.dexaflow.store.Readings.DagFilter;
import io.dexaflow.store.Readings.DagRow;
import io.dexaflow.store.Readings.ImportErrorRow;
import io.dexaflow.store.Readings.Page;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.felix.service.command.Descriptor;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The command {@code dags}; without a store it is absent. */
@Component(name = "io.dexaflow.shell.dags", service = DagsCommands.class, property = {
        "osgi.command.scope=dexaflow", "osgi.command.function=dags"})
public final class DagsCommands {

    private static final Syntax SYNTAX = Listing.limited(
            new Syntax("dags", "lists the DAGs, and the files that could not be read"));

    private final Readings readings;

    /** @param readings of the store */
    @Activate
    public DagsCommands(@Reference(name = "readings") Readings readings) {
        this.readings = readings;
    }

    /** Lists the DAGs. */
    @Descriptor("lists the DAGs, and the files that could not be read")
    public String dags(@Descriptor("[--limit N] [--json] [--help]") String[] arguments) {
        return SYNTAX.run(arguments, this::answer);
    }

    private Answer answer(Arguments arguments) {
        Page<DagRow> page = readings.dags(new DagFilter(null, null, false, Set.of()), Listing.first(arguments));
        Table table = new Table("DAG", "PAUSED", "VERSION", "FILE");
        page.rows()
                .forEach(dag -> table.row(dag.dagId(), dag.paused() ? "paused" : "", dag.versionNumber(),
                        dag.file()));
        Answer listed = Listing.answer(page, table, "dags", DagsCommands::fields);
        return new Answer(listed.text() + errors(readings.importErrors(Listing.first(arguments))), listed.json());
    }

    private static String errors(Page<ImportErrorRow> errors) {
        return errors.rows()
                .stream()
                .map(error -> "\nnot imported: " + error.file() + "\n" + error.text().strip().indent(4))
                .collect(Collectors.joining());
    }

    private static Map<String, Object> fields(DagRow dag) {
        return new Fields().with("dag_id", dag.dagId())
                .with("is_paused", dag.paused())
                .with("is_stale", dag.stale())
                .with("fileloc", dag.file())
                .with("last_parsed_time", dag.lastParsed())
                .with("version_number", dag.versionNumber())
                .map();
    }
}
