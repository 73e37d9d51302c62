// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.cli;

import io.dexaflow.launcher.CommandException;
import io.dexaflow.launcher.ExitCode;
import io.dexaflow.launcher.client.Api;
import io.dexaflow.launcher.home.BackupFile;
import io.dexaflow.launcher.home.Home;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code dexaflow backup}: a consistent copy of the running host's database and what it needs. */
@Command(name = "backup", description = {"Copies the running host's database, as it is at one instant, and of its home"
        + " users.json, its keys and dags/ into FILE; neither logs nor conf/.",
        "FILE holds secrets: variables, the accounts, the keys of their tokens. Only you may read it (0600)."},
        mixinStandardHelpOptions = true)
public final class BackupCommand implements Callable<Integer> {

    @Parameters(paramLabel = "FILE", description = "The backup to write.") private Path file;
    @Option(names = "--force", description = "Overwrites FILE.") private boolean force;
    @Mixin private HomeOption homeOption;
    @Spec private CommandSpec spec;

    @Override
    public Integer call() {
        Home home = homeOption.home();
        Path target = file.toAbsolutePath().normalize();
        if (Files.isDirectory(target) || Files.exists(target) && !force) {
            throw CommandException.badInput(target + " is there already; choose another name"
                    + (Files.isDirectory(target) ? "" : ", or overwrite it with --force"));
        }
        long bytes = Api.of(home).read("/dexaflow/v1/backup", in -> BackupFile.write(target, in, home));
        PrintWriter out = spec.commandLine().getOut();
        out.println("Wrote " + target + " (" + bytes + " bytes). It holds secrets; logs and conf/ are not in it.");
        out.flush();
        return ExitCode.DONE;
    }
}
