// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.cli;

import io.dexaflow.launcher.CommandException;
import io.dexaflow.launcher.Distribution;
import io.dexaflow.launcher.ExitCode;
import io.dexaflow.launcher.home.BackupFile;
import io.dexaflow.launcher.home.Home;
import io.dexaflow.launcher.home.ServerFile;
import io.dexaflow.launcher.host.Host;
import io.dexaflow.launcher.host.HostOptions;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code dexaflow restore}: puts a backup into an empty database, the home's own or the one that its conf/ names. */
@Command(name = "restore", description = {"Puts a backup into the database of a home that no host runs on: its own, or"
        + " the one that database.url in its conf/ names. The database must be empty.",
        "users.json, the keys and the files of dags/ are put where none are yet. Stop the host that the backup is of"
                + " before you start one on the restored database."},
        mixinStandardHelpOptions = true)
public final class RestoreCommand implements Callable<Integer> {

    @Parameters(paramLabel = "FILE", description = "A backup that dexaflow backup wrote.") private Path file;
    @Mixin private HomeOption homeOption;
    @Mixin private HostSettings settings;
    @Spec private CommandSpec spec;

    @Override
    public Integer call() {
        Home home = homeOption.home();
        Path backup = file.toAbsolutePath().normalize();
        BackupFile.check(backup);
        ServerFile.readLive(home).ifPresent(host -> {
            throw CommandException.badInput("a host is running on the home " + home + " (pid " + host.pid()
                    + "); a backup is restored into an empty database: choose another home with --home");
        });
        PrintWriter err = spec.commandLine().getErr();
        HostOptions options = new HostOptions(home, Distribution.current(), home.dags(), 0, true, settings.values());
        String restored = BackupFile.restore(backup, home, () -> Host.restore(options, backup, line -> {
            err.println(line);
            err.flush();
        }));
        PrintWriter out = spec.commandLine().getOut();
        out.println("Restored " + restored);
        out.println("Start it with: dexaflow lite --home " + home);
        out.flush();
        return ExitCode.DONE;
    }
}
