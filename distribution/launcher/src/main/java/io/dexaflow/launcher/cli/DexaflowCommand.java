// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.cli;

import io.dexaflow.launcher.Version;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;

/** {@code dexaflow}: only its commands do something. */
@Command(name = "dexaflow", description = "Runs DAGs of tasks and keeps telling the truth about them.",
        mixinStandardHelpOptions = true, versionProvider = DexaflowCommand.VersionText.class,
        synopsisSubcommandLabel = "COMMAND", subcommands = {RunCommand.class, CheckCommand.class, LiteCommand.class,
                TriggerCommand.class, DagsCommand.class, RunsCommand.class, TasksCommand.class, LogsCommand.class,
                ClearCommand.class, MarkCommand.class, SwitchCommand.Pause.class, SwitchCommand.Unpause.class,
                WhyCommand.class, DoctorCommand.class, ShellCommand.class, StopCommand.class, UsersCommand.class,
                BackupCommand.class, RestoreCommand.class, CompletionCommand.class},
        footerHeading = "%nExit codes:%n", footer = {"    0  done", "    1  the run failed",
                "    2  bad usage or bad input", "    3  no host is running there", "    4  not ready",
                "   78  the host refused to boot", "  124  --timeout ran out", "  130  interrupted"})
public final class DexaflowCommand {

    /** Says which version this is. */
    public static final class VersionText implements IVersionProvider {

        @Override
        public String[] getVersion() {
            return new String[]{"Dexaflow " + Version.current() + " (Java " + Runtime.version().feature() + ")"};
        }
    }
}
