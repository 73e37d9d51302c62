// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
package io.dexaflow.executors.agent;

import io.dexaflow.executors.agent.attempt.Attempt;
import io.dexaflow.executors.agent.attempt.Workplace;
import io.dexaflow.executors.agent.process.Child;
import io.dexaflow.executors.agent.process.Orphans;
import io.dexaflow.executors.agent.support.Timing;
import java.io.IOException;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * What must be looked after while attempts run: orphans are taken away and escapees named, records refreshed, records
 * that could not be removed removed, and processes that could not be killed watched until they are gone.
 */
final class Chores implements Runnable {

    private final AttemptTable table;
    private final Workplace workplace;
    private final Map<Attempt, Child> undead = new ConcurrentHashMap<>();
    private final Set<Attempt> untidy = ConcurrentHashMap.newKeySet();
    private final Set<Integer> named = new HashSet<>();

    Chores(AttemptTable table, Workplace workplace) {
        this.table = table;
        this.workplace = workplace;
    }

    /** A process that outlives its driver; its records stay until it and its group are gone. */
    void watch(Attempt attempt, Child child) {
        workplace.log().warn("process group does not die: " + attempt.id() + " group=" + child.pid());
        undead.put(attempt, child);
    }

    /** Its records could not be removed; that is tried until it works. */
    void tidy(Attempt attempt) {
        untidy.add(attempt);
    }

    @Override
    public void run() {
        long refreshed = System.nanoTime();
        try {
            while (true) {
                synchronized (this) {
                    TimeUnit.NANOSECONDS.timedWait(this, Timing.ORPHANS.toNanos());
                }
                orphans();
                bury();
                tidy();
                if (System.nanoTime() - refreshed >= Timing.REFRESH.toNanos()) {
                    refreshed = System.nanoTime();
                    refresh();
                }
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private void orphans() {
        List<Integer> alive = workplace.spawner().orphans().sweep();
        named.retainAll(alive);
        for (int pid : alive) {
            if (named.add(pid)) {
                workplace.log()
                        .warn("a task's process has no parent any more and may have left its group: "
                                + Orphans.describe(pid));
            }
        }
    }

    private void bury() {
        for (Iterator<Map.Entry<Attempt, Child>> all = undead.entrySet().iterator(); all.hasNext();) {
            Map.Entry<Attempt, Child> one = all.next();
            Attempt attempt = one.getKey();
            Child child = one.getValue();
            if (!attempt.buried(child, workplace.spawner().orphans())) {
                continue;
            }
            all.remove();
            child.close();
            attempt.groupGone();
            table.buried(attempt);
            tidy(attempt);
        }
    }

    private void tidy() {
        for (Attempt attempt : untidy) {
            try {
                attempt.removeRecords(workplace.records());
                untidy.remove(attempt);
                workplace.log().over("removal", "records can be removed again");
            } catch (IOException failed) {
                workplace.log().trouble("removal", "records of ended attempts stay behind: " + failed.getMessage());
            }
        }
    }

    /** Visible to tests, which do not wait a minute. */
    void refresh() {
        for (Attempt attempt : table.active()) {
            try {
                attempt.refreshRecords(workplace.records());
                workplace.log().over("records", "records can be written again");
            } catch (IOException failed) {
                workplace.log()
                        .trouble("records",
                                "records of live attempts cannot be refreshed: " + failed.getMessage());
            }
        }
    }
}
