// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;

/** {@code --set}, for the commands that boot a host. */
final class HostSettings {

    @Option(names = {"-D", "--set"}, paramLabel = "PID:KEY=VALUE", description = "Sets a configuration key for this"
            + " host, over everything in files and environment. May be repeated.") private final Map<String,
                    String> values = new LinkedHashMap<>();

    Map<String, String> values() {
        return values;
    }
}
