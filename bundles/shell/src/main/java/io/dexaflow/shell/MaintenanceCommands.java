// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.shell;

import io.dexaflow.control.Maintenance;
import io.dexaflow.control.Maintenance.ReaperStatus;
import java.util.List;
import java.util.Map;
import org.apache.felix.service.command.Descriptor;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The commands {@code reapers} and {@code cycle}; without a scheduler they are absent. */
@Component(name = "io.dexaflow.shell.maintenance", service = MaintenanceCommands.class, property = {
        "osgi.command.scope=dexaflow", "osgi.command.function=reapers", "osgi.command.function=cycle"})
public final class MaintenanceCommands {

    private static final Syntax REAPERS = new Syntax("reapers", "lists the reapers and what their last passes came to");
    private static final Syntax CYCLE = new Syntax("cycle", "runs one maintenance cycle now; every gate applies");

    private final Maintenance maintenance;

    /** @param maintenance runs the cycles */
    @Activate
    public MaintenanceCommands(@Reference(name = "maintenance") Maintenance maintenance) {
        this.maintenance = maintenance;
    }

    /** Lists the reapers. */
    @Descriptor("lists the reapers and what their last passes came to")
    public String reapers(@Descriptor("[--json] [--help]") String[] arguments) {
        return REAPERS.run(arguments, _ -> {
            Table table = new Table("REAPER", "LAST PASS", "TOOK", "CANDIDATES", "MARKED", "DECISIONS");
            List<ReaperStatus> all = maintenance.reapers();
            all.forEach(r -> table.row(r.name(), r.lastPass() == null ? "none yet" : Words.time(r.lastPass()),
                    Words.took(r.took()), r.candidates(), r.marked(), Words.counts(r.decisions())));
            return new Answer(table.toString(),
                    Map.of("reapers", all.stream().map(MaintenanceCommands::fields).toList()));
        });
    }

    /** Runs a cycle. */
    @Descriptor("runs one maintenance cycle now; every gate applies")
    public String cycle(@Descriptor("[--json] [--help]") String[] arguments) {
        return CYCLE.run(arguments, _ -> {
            List<String> lines = maintenance.cycle();
            return new Answer(String.join("\n", lines), Map.of("cycle", lines));
        });
    }

    private static Map<String, Object> fields(ReaperStatus reaper) {
        return new Fields().with("name", reaper.name())
                .with("bundle", reaper.bundle())
                .with("last_pass", reaper.lastPass())
                .with("took_seconds", reaper.took())
                .with("candidates", reaper.candidates())
                .with("marked", reaper.marked())
                .with("decisions", reaper.decisions())
                .map();
    }
}
