// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.cli;

import io.dexaflow.launcher.Clocks;
import io.dexaflow.launcher.CommandException;
import io.dexaflow.launcher.client.Api;
import io.dexaflow.launcher.client.RunKey;
import io.dexaflow.launcher.client.RunWatch;
import io.dexaflow.launcher.host.BootConsole;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * Gives a run up: settles it as failed, which tells its agents to stop, and waits until they have. The verdict is written
 * at once, for all tasks; that their processes are gone is told by the process table and nothing else.
 */
final class RunStop {

    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Duration GLANCE = Duration.ofMillis(200);
    /** An agent may be just starting a process that is told to stop: the second look sees it. */
    private static final int QUIET_LOOKS = 2;
    private static final int NAMED = 5;

    private final Api api;
    private final RunKey run;
    private final RunWatch watch;

    RunStop(Api api, RunKey run, RunWatch watch) {
        this.api = api;
        this.run = run;
        this.watch = watch;
    }

    /** Ends the watching and nothing else; says which run it is. */
    String leave() {
        watch.giveUp();
        return "Run " + run.dagRunId() + " of " + run.dagId();
    }

    /**
     * Stops the run's tasks; a run that just ended has none.
     *
     * @param console told when processes are left
     * @param isGivenUp whether nobody wants to wait any more
     */
    void stop(BootConsole console, BooleanSupplier isGivenUp) {
        watch.giveUp();
        try {
            api.patch(Api.pathOf(run), Map.of("state", "failed"));
        } catch (CommandException e) {
            // It may have ended by itself meanwhile.
            if (!watch.isOver()) {
                throw e;
            }
        }
        List<Long> left = awaitQuiet(isGivenUp);
        if (!left.isEmpty()) {
            console.say(
                    "Still there of its tasks: process " + words(left) + ". Their agents have been told to stop them"
                            + "; an agent that does not answer hears it from the next host.");
        }
    }

    private List<Long> awaitQuiet(BooleanSupplier isGivenUp) {
        Duration begun = Clocks.monotonic();
        int quiet = 0;
        List<Long> left = TaskProcesses.of(run);
        while (!isGivenUp.getAsBoolean() && Clocks.since(begun).compareTo(LIMIT) < 0) {
            quiet = left.isEmpty() ? quiet + 1 : 0;
            if (quiet >= QUIET_LOOKS) {
                break;
            }
            Clocks.pause(GLANCE);
            left = TaskProcesses.of(run);
        }
        return left;
    }

    private static String words(List<Long> pids) {
        String named = String.join(", ", pids.stream().limit(NAMED).map(String::valueOf).toList());
        return pids.size() > NAMED ? named + " and " + (pids.size() - NAMED) + " more" : named;
    }
}
