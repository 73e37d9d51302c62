// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.shell;

import io.dexaflow.control.ExecutorDirectory;
import io.dexaflow.control.ExecutorDirectory.ExecutorInfo;
import java.util.List;
import java.util.Map;
import org.apache.felix.service.command.Descriptor;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The command {@code executors}; without a scheduler it is absent. */
@Component(name = "io.dexaflow.shell.executors", service = ExecutorsCommands.class, property = {
        "osgi.command.scope=dexaflow", "osgi.command.function=executors"})
public final class ExecutorsCommands {

    private static final Syntax SYNTAX = new Syntax("executors", "lists the executors that tasks can be given to");

    private final ExecutorDirectory directory;

    /** @param directory knows the executors */
    @Activate
    public ExecutorsCommands(@Reference(name = "executor-directory") ExecutorDirectory directory) {
        this.directory = directory;
    }

    /** Lists the executors. */
    @Descriptor("lists the executors that tasks can be given to")
    public String executors(@Descriptor("[--json] [--help]") String[] arguments) {
        return SYNTAX.run(arguments, _ -> answer(directory.executors()));
    }

    private static Answer answer(List<ExecutorInfo> executors) {
        Table table = new Table("EXECUTOR", "DEFAULT", "BEING HANDED OVER", "BUNDLE");
        executors.forEach(e -> table.row(e.name(), e.isDefault() ? "yes" : "", e.inFlight(), e.bundle()));
        return new Answer(table.toString(), Map.of("executors", executors.stream()
                .map(e -> new Fields()
                        .with("name", e.name())
                        .with("default", e.isDefault())
                        .with("in_flight", e.inFlight())
                        .with("bundle", e.bundle())
                        .map())
                .toList()));
    }
}
