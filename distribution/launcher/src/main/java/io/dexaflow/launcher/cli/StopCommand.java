// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.cli;

import io.dexaflow.launcher.Clocks;
import io.dexaflow.launcher.CommandException;
import io.dexaflow.launcher.ExitCode;
import io.dexaflow.launcher.home.Home;
import io.dexaflow.launcher.home.HomeLock;
import io.dexaflow.launcher.home.ProcessStamp;
import io.dexaflow.launcher.home.ServerFile;
import io.dexaflow.launcher.home.ServerInfo;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code dexaflow stop}: stops the host; running tasks go on with their agents. */
@Command(name = "stop", description = "Stops the host. Running tasks go on with their agents.",
        mixinStandardHelpOptions = true)
public final class StopCommand implements Callable<Integer> {

    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Duration GLANCE = Duration.ofMillis(50);

    @Mixin private HomeOption homeOption;
    @Spec private CommandSpec spec;

    @Override
    public Integer call() {
        Home home = homeOption.home();
        ProcessStamp host = ServerFile.readLive(home)
                .map(ServerInfo::process)
                .or(() -> HomeLock.holder(home))
                .orElseGet(() -> ServerFile.require(home).process());
        boolean isAsked = ProcessHandle.of(host.pid()).map(ProcessHandle::destroy).orElse(true);
        if (!isAsked) {
            throw CommandException.badInput("the host (pid " + host.pid() + ") belongs to another user, who can"
                    + " stop it");
        }
        Duration begun = Clocks.monotonic();
        while (host.isAlive()) {
            if (Clocks.since(begun).compareTo(LIMIT) > 0) {
                throw new CommandException(ExitCode.NOT_READY, "the host (pid " + host.pid() + ") is still stopping"
                        + " after " + LIMIT.toSeconds() + " s; " + home.serverLog() + " says what it waits for");
            }
            Clocks.pause(GLANCE);
        }
        PrintWriter out = spec.commandLine().getOut();
        out.println("Stopped the host on " + home + ".");
        out.flush();
        return ExitCode.DONE;
    }
}
