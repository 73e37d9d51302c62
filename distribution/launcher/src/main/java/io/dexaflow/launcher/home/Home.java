// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.home;

import java.nio.file.Path;

/**
 * The home folder and the names in it (contract 2).
 *
 * @param root its absolute path
 */
public record Home(Path root) {

    public Home {
        root = root.toAbsolutePath().normalize();
    }

    /** The home that is meant: {@code --home}, else {@code $DEXAFLOW_HOME}, else {@code ~/.dexaflow}. */
    public static Home of(Path option) {
        if (option != null) {
            return new Home(option);
        }
        String variable = System.getenv("DEXAFLOW_HOME");
        if (variable != null && !variable.isBlank()) {
            return new Home(Path.of(variable));
        }
        String user = System.getenv("HOME");
        return new Home(Path.of(user == null || user.isBlank() ? System.getProperty("user.home") : user, ".dexaflow"));
    }

    /** Where the running host says how to reach it. */
    public Path serverFile() {
        return root.resolve("server.json");
    }

    /** Held for as long as a host runs. */
    public Path hostLock() {
        return root.resolve("host.lock");
    }

    /** Held, shared, by every {@code dexaflow run} that relies on the host. */
    public Path runLock() {
        return root.resolve("run.lock");
    }

    /** The bearer token of the local admin. */
    public Path token() {
        return root.resolve("token");
    }

    /** The shell's socket. */
    public Path shellSocket() {
        return root.resolve("shell.sock");
    }

    /** Overrides of the distribution's configuration. */
    public Path conf() {
        return root.resolve("conf");
    }

    /** The drop folder for bundles. */
    public Path deploy() {
        return root.resolve("deploy");
    }

    /** The default DAG folder. */
    public Path dags() {
        return root.resolve("dags");
    }

    /** Where logs go. */
    public Path logs() {
        return root.resolve("logs");
    }

    /** The host's own log. */
    public Path serverLog() {
        return logs().resolve("server.log");
    }

    /** The framework's bundle cache; emptied at each boot. */
    public Path cache() {
        return root.resolve("cache");
    }

    @Override
    public String toString() {
        return root.toString();
    }
}
