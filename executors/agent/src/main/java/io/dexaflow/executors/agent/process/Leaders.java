// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
package io.dexaflow.executors.agent.process;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The children that somebody here waits for. Every other child is an orphan that came to us. */
final class Leaders {

    private final Set<Integer> pids = ConcurrentHashMap.newKeySet();

    void add(int pid) {
        pids.add(pid);
    }

    void remove(int pid) {
        pids.remove(pid);
    }

    boolean has(int pid) {
        return pids.contains(pid);
    }
}
