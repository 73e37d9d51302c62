// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.itest.support;

import java.time.Duration;
import java.util.List;

/** Ends what a test's host has left running by design, its agent hosts, and makes sure that nothing else is left. */
public final class Leftovers {

    private static final Duration LAST_BREATH = Duration.ofSeconds(15);
    private static final String AGENT = "--worker";

    private Leftovers() {}

    /** Ends agents and whatever a killed host left; anything that still runs then is killed and fails the test. */
    public static void end(Place place) {
        for (Processes.Seen seen : Processes.of(place.root())) {
            if (isAgent(seen) || isPostmaster(seen)) {
                Processes.signal(isAgent(seen) ? "TERM" : "INT", seen.pid());
            }
        }
        try {
            Waits.until("nothing of " + place + " runs any more", LAST_BREATH,
                    () -> Processes.of(place.root()).isEmpty(), () -> lines(Processes.of(place.root())));
        } catch (AssertionError left) {
            Processes.of(place.root()).forEach(seen -> Processes.signal("KILL", seen.pid()));
            throw left;
        }
    }

    /** The database servers that run here. */
    public static List<Processes.Seen> databasesOf(Place place) {
        return Processes.of(place.root()).stream().filter(Leftovers::isPostmaster).toList();
    }

    static boolean isAgent(Processes.Seen seen) {
        return seen.words().contains(AGENT) && seen.words().contains("--token-file");
    }

    /** The server's own processes rename themselves; only the first one has arguments. */
    private static boolean isPostmaster(Processes.Seen seen) {
        return seen.words().contains("/postgres ") && seen.words().contains("-D");
    }

    static String lines(List<Processes.Seen> processes) {
        return String.join("\n", processes.stream().map(Processes.Seen::toString).toList());
    }
}
