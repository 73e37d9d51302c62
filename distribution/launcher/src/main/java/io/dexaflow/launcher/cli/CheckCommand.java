// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code dexaflow check}: validates DAG files without a host. */
@Command(name = "check", description = "Validates DAG files; needs no host.", mixinStandardHelpOptions = true)
public final class CheckCommand implements Callable<Integer> {

    @Parameters(paramLabel = "PATH", arity = "1..*", description = "DAG files, or folders of them.") private List<
            Path> paths;
    @Option(names = "--json", description = "Prints JSON.") private boolean json;

    @Override
    public Integer call() {
        List<String> arguments = new ArrayList<>();
        if (json) {
            arguments.add("--json");
        }
        paths.forEach(path -> arguments.add(path.toString()));
        return CheckProgram.run(arguments, System.out, System.err);
    }
}
