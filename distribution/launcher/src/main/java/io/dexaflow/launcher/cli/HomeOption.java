// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.cli;

import io.dexaflow.launcher.CommandException;
import io.dexaflow.launcher.home.Home;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** {@code --home}, for every command that speaks to a host or is one. */
final class HomeOption {

    @Option(names = "--home", paramLabel = "DIR", description = "The home folder (default: $DEXAFLOW_HOME, else"
            + " ~/.dexaflow).") private Path folder;

    /** The home that is meant. */
    Home home() {
        if (folder != null && folder.toString().isBlank()) {
            throw CommandException
                    .badInput("--home needs a folder; it was given nothing (a variable that is not set?)");
        }
        return Home.of(folder);
    }
}
