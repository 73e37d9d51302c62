// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.host;

import io.dexaflow.launcher.Distribution;
import io.dexaflow.launcher.home.Home;
import java.nio.file.Path;
import java.util.Map;

/**
 * How a host is to run.
 *
 * @param home its home
 * @param distribution what it is made of
 * @param dags the DAG folder
 * @param port the API's port; 0 for any free one
 * @param runOnly whether it is there for the runs of {@code dexaflow run} only: no folder, no schedule, no other run
 * @param settings {@code PID:KEY} to value, from the command line
 */
public record HostOptions(Home home, Distribution distribution, Path dags, int port, boolean runOnly,
        Map<String, String> settings) {

    /** The edition's name, as it goes into {@code server.json}. */
    public static final String EDITION = "lite";

    public HostOptions {
        dags = dags.toAbsolutePath().normalize();
        settings = Map.copyOf(settings);
    }
}
