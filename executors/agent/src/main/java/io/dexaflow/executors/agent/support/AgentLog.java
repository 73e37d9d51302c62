// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
package io.dexaflow.executors.agent.support;

import java.io.PrintStream;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The agent's own log, on standard output, which its starter made a file. One line per transition; what repeats is said
 * once until it is over. Owns the wall clock, which is only shown here and decides nothing.
 */
public final class AgentLog {

    private final PrintStream out;
    private final Set<String> troubles = ConcurrentHashMap.newKeySet();

    /** @param out where lines go */
    public AgentLog(PrintStream out) {
        this.out = out;
    }

    /** Something changed. */
    public void info(String message) {
        line("INFO ", message);
    }

    /** Someone should look this week. */
    public void warn(String message) {
        line("WARN ", message);
    }

    /**
     * A trouble that may last: said once, however often it is met.
     *
     * @param key names the trouble, for {@link #over}
     */
    public void trouble(String key, String message) {
        if (troubles.add(key)) {
            warn(message);
        }
    }

    /** The trouble is over; said if it was said that there was one. */
    public void over(String key, String message) {
        if (troubles.remove(key)) {
            info(message);
        }
    }

    /** What had the trouble is no more. */
    public void forget(String key) {
        troubles.remove(key);
    }

    private void line(String level, String message) {
        String oneLine = message.replace('\n', ' ');
        synchronized (out) {
            out.println(Instant.now().truncatedTo(ChronoUnit.MILLIS) + " " + level + " " + oneLine);
            out.flush();
        }
    }
}
