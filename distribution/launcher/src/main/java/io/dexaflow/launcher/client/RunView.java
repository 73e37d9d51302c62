// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.client;

import java.util.List;
import java.util.Map;

/** Shows a run to whoever waits for it. */
public interface RunView {

    /**
     * Task instances changed.
     *
     * @param changed those that did, in the order in which they are to be shown
     * @param all every task instance of the run
     * @param logs the ends of the logs of those that have failed for good, by task; not necessarily of all of them
     */
    void tasksChanged(List<TaskLine> changed, List<TaskLine> all, Map<String, List<String>> logs);

    /**
     * Tasks have been waiting for a while.
     *
     * @param lines which, and what for; each is told once, and again when it waits for something else
     */
    void tasksWait(List<String> lines);

    /** The run is over or given up; whatever moves on the screen comes to rest. */
    void end();
}
