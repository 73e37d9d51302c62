// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.itest.support;

import java.util.List;

/** The agent processes of a place. */
public final class Agents {

    private Agents() {}

    /** All that live. */
    public static List<Long> of(Place place) {
        return Processes.of(place.root()).stream().filter(Leftovers::isAgent).map(Processes.Seen::pid).toList();
    }

    /** The one that lives. */
    public static long only(Place place) {
        List<Long> agents = of(place);
        if (agents.size() != 1) {
            throw new AssertionError(
                    "not one agent but " + agents + ":\n" + Leftovers.lines(Processes.of(place.root())));
        }
        return agents.getFirst();
    }

    /** Kills all of them as nothing else does, and waits until they are gone. What they started lives on. */
    public static void kill(Place place) {
        List<Long> agents = of(place);
        Processes.signal("KILL", agents);
        Waits.until("agents " + agents + " are gone", () -> agents.stream().noneMatch(Processes::isAlive));
    }
}
