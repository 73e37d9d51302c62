// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.cli;

import io.dexaflow.launcher.Clocks;
import io.dexaflow.launcher.CommandException;
import io.dexaflow.launcher.client.Api;
import io.dexaflow.launcher.client.RunKey;
import io.dexaflow.launcher.client.RunWatch;
import io.dexaflow.launcher.client.TaskLine;
import java.time.Duration;
import java.util.Map;

/** Gives a run up: settles it as failed, which tells its agents to stop, and waits until they have. */
final class RunStop {

    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Duration GLANCE = Duration.ofMillis(200);

    private final Api api;
    private final RunKey run;
    private final RunWatch watch;

    RunStop(Api api, RunKey run, RunWatch watch) {
        this.api = api;
        this.run = run;
        this.watch = watch;
    }

    /** Stops the run's tasks; a run that just ended has none. */
    void stop() {
        watch.giveUp();
        try {
            api.patch(Api.pathOf(run), Map.of("state", "failed"));
        } catch (CommandException e) {
            // It may have ended by itself meanwhile; what is still at work below says whether it has.
            if (isQuiet()) {
                return;
            }
            throw e;
        }
        Duration begun = Clocks.monotonic();
        while (!isQuiet() && Clocks.since(begun).compareTo(LIMIT) < 0) {
            Clocks.pause(GLANCE);
        }
    }

    private boolean isQuiet() {
        return watch.tasks().stream().noneMatch(TaskLine::isActive);
    }
}
