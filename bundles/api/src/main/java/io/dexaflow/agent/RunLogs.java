// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.agent;

import java.util.Set;
import java.util.UUID;
import java.util.function.Function;

/** The logs of whole runs, for whoever takes old ones away. Implemented by the gateway, which owns their folder. */
public interface RunLogs {

    /**
     * Goes through the runs that have logs, some of them at a time, and takes away the logs of those that are named. Links are
     * never followed, and what is not the log of a run stays. A folder that cannot be read or removed is left for another time.
     *
     * @param removable of some runs, those whose logs are to go; every run is offered once
     * @return of how many runs logs went
     * @throws InterruptedException when it was cut off; what has gone by then is gone
     */
    int remove(Function<Set<UUID>, Set<UUID>> removable) throws InterruptedException;
}
