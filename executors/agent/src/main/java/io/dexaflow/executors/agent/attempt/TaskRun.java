// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
package io.dexaflow.executors.agent.attempt;

import io.dexaflow.executors.agent.process.Child;
import io.dexaflow.executors.agent.process.ExitStatus;
import java.lang.foreign.MemorySegment;
import java.time.Duration;

/**
 * Watches one started process to its end: carries its output into the log, kills its group at the execution timeout,
 * waits a bounded time for output that is still on its way, and kills what is left of the group.
 */
final class TaskRun {

    /** A stop kills from another thread; a process that cannot even die must not be awaited for ever. */
    private static final long LONGEST_WAIT = Duration.ofSeconds(5).toNanos();
    private static final int LAST_READS = 256;

    private final Attempt attempt;
    private final Child child;
    private final TaskLog log;
    private final Workplace workplace;
    private final long timeout;
    private boolean timedOut;
    private boolean draining;
    private long drainUntil;

    /** @param timeout the execution timeout in nanoseconds from now */
    TaskRun(Attempt attempt, Child child, TaskLog log, Workplace workplace, long timeout) {
        this.attempt = attempt;
        this.child = child;
        this.log = log;
        this.workplace = workplace;
        this.timeout = timeout;
    }

    /** Returns when the process has ended and nothing more is to be read, or the time for it is over. */
    TaskEnd run() {
        MemorySegment buffer = Buffers.forReading();
        long begin = System.nanoTime();
        while (!child.ended() || child.outputOpen()) {
            long now = System.nanoTime();
            if (!child.ended() && !timedOut && now - begin >= timeout) {
                timedOut = true;
                attempt.kill();
                drainFrom(now);
            }
            if (child.ended() || attempt.stopReason() != null) {
                drainFrom(now);
            }
            if (draining && now - drainUntil >= 0) {
                break;
            }
            child.await(Math.min(LONGEST_WAIT, untilNext(now, begin)));
            if (child.outputReady()) {
                log.output(buffer, child.read(buffer));
            }
        }
        return end(buffer);
    }

    private void drainFrom(long now) {
        if (!draining) {
            draining = true;
            drainUntil = now + workplace.timing().drain().toNanos();
        }
    }

    private long untilNext(long now, long begin) {
        if (draining) {
            return drainUntil - now;
        }
        return timeout - (now - begin);
    }

    /** The leader's entry is still there, so the group's number can be no one else's: now is the time to kill. */
    private TaskEnd end(MemorySegment buffer) {
        boolean heldOpen = child.outputOpen();
        attempt.kill();
        ExitStatus status = child.ended() ? attempt.take() : null;
        boolean gone = status != null && workplace.spawner()
                .orphans()
                .awaitGone(child.pid(),
                        workplace.timing().stopWait().toNanos());
        readTheRest(buffer);
        if (child.outputOpen()) {
            log.note("output after this line is lost: a process that left the task's group still holds it");
        } else if (heldOpen && !timedOut && attempt.stopReason() == null) {
            log.note("a background process of the task still held its output "
                    + workplace.timing().drain().toSeconds() + " s after the task's end and was ended");
        }
        return new TaskEnd(status, timedOut, gone);
    }

    /** What is in the pipe already; more of it may be coming for ever. */
    private void readTheRest(MemorySegment buffer) {
        for (int reads = 0; child.outputOpen() && reads < LAST_READS; reads++) {
            child.await(0);
            if (!child.outputReady()) {
                return;
            }
            log.output(buffer, child.read(buffer));
        }
    }
}
