// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.executors.agent.process;

import java.io.IOException;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Names of files or folders that were of use and may be again, in place of new ones. A journalling file system looks for
 * a free inode among all that were freed in the last minutes, so making and removing a few for each attempt soon costs
 * more than starting its process; renaming costs next to nothing.
 * <p>
 * The names tell their process, so that what a dead one left can be told from what a live one keeps.
 */
public final class Spares {

    private static final String PREFIX = ".spare-";
    private static final int MOST_NAMES = 1_000_000;
    private static final AtomicLong NUMBER = new AtomicLong();

    private final int most;
    private final Queue<String> kept = new ConcurrentLinkedQueue<>();
    private final AtomicInteger count = new AtomicInteger();

    /** @param most how many are kept at most */
    public Spares(int most) {
        this.most = most;
    }

    /** A name that nothing has yet; what bears it is not visible as anything else. */
    public static String newName() {
        return PREFIX + Processes.self() + "-" + NUMBER.incrementAndGet();
    }

    /** One to use, null if there is none. */
    public String take() {
        String name = kept.poll();
        if (name != null) {
            count.decrementAndGet();
        }
        return name;
    }

    /** Whether one more would be kept. */
    public boolean wanted() {
        return count.get() < most;
    }

    /** Keeps one. */
    public void keep(String name) {
        count.incrementAndGet();
        kept.add(name);
    }

    /**
     * The names in a folder that belong to processes that are dead.
     *
     * @param folder the open folder
     */
    public static List<String> ofTheDead(int folder) throws IOException {
        return NativeFiles.list(folder, MOST_NAMES).stream().filter(Spares::dead).toList();
    }

    private static boolean dead(String name) {
        if (!name.matches("\\.spare-[0-9]{1,9}-[0-9]+")) {
            return false;
        }
        try {
            int pid = Integer.parseInt(name.substring(PREFIX.length(), name.indexOf('-', PREFIX.length())));
            return pid > 0 && Probe.process(pid) == Presence.GONE;
        } catch (IOException unknown) {
            return false;
        }
    }
}
