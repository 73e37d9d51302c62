// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.cli;

import io.dexaflow.launcher.home.Home;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** {@code --home}, for every command that speaks to a host or is one. */
final class HomeOption {

    @Option(names = "--home", paramLabel = "DIR", description = "The home folder (default: $DEXAFLOW_HOME, else"
            + " ~/.dexaflow).") private Path folder;

    /** The home that is meant. */
    Home home() {
        return Home.of(folder);
    }
}
