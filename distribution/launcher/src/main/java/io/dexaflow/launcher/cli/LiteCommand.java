// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.cli;

import io.dexaflow.launcher.CommandException;
import io.dexaflow.launcher.Distribution;
import io.dexaflow.launcher.ExitCode;
import io.dexaflow.launcher.home.Home;
import io.dexaflow.launcher.host.Host;
import io.dexaflow.launcher.host.HostOptions;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code dexaflow lite}: the Lite host in the foreground, until it is told to stop. */
@Command(name = "lite", description = "Runs the Lite host in the foreground: embedded PostgreSQL, scheduler, subprocess"
        + " executor, API.", mixinStandardHelpOptions = true)
public final class LiteCommand implements Callable<Integer> {

    @Mixin private HomeOption homeOption;
    @Mixin private HostSettings settings;
    @Option(names = "--port", paramLabel = "N", defaultValue = "8088", description = "The API's port on 127.0.0.1"
            + " (default: ${DEFAULT-VALUE}; 0: any free one).") private int port;
    @Option(names = "--dags", paramLabel = "DIR",
            description = "The DAG folder (default: dags/ in the home).") private Path dags;
    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        if (port < 0 || port > 65_535) {
            throw CommandException.badInput("--port takes a number from 0 to 65535, not " + port);
        }
        if (dags != null && dags.toString().isBlank()) {
            throw CommandException
                    .badInput("--dags needs a folder; it was given nothing (a variable that is not set?)");
        }
        Home home = homeOption.home();
        PrintWriter err = spec.commandLine().getErr();
        HostOptions options = new HostOptions(home, Distribution.current(), dags == null ? home.dags() : dags, port,
                false, settings.values());
        Host host = Host.boot(options, line -> {
            err.println(line);
            err.flush();
        });
        // The signals that ask a host to stop run this; the process then ends as one that did what it was asked.
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            host.close();
            Runtime.getRuntime().halt(ExitCode.DONE);
        }, "dexaflow-stop"));
        host.problems().forEach(problem -> err.println("Warning: " + problem));
        err.flush();
        PrintWriter out = spec.commandLine().getOut();
        out.println("Dexaflow " + host.server().version() + " (" + host.server().edition() + ") is ready: "
                + host.server().api() + "  home=" + home);
        out.flush();
        new CountDownLatch(1).await();
        return ExitCode.DONE;
    }
}
