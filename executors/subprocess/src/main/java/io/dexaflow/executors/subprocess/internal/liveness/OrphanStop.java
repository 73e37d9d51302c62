// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.executors.subprocess.internal.liveness;

import io.dexaflow.executors.agent.process.GroupRecord;
import io.dexaflow.executors.agent.process.Probe;
import io.dexaflow.executors.agent.process.Processes;
import io.dexaflow.model.AttemptId;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Stops an orphaned group (R208, R209): SIGTERM, up to 10 s, SIGKILL, up to 5 s. Whether it may be signalled is found out
 * anew before each signal. Owns its waiting, on the monotonic clock.
 *
 * @param examiner says what may be signalled
 * @param toTerm how long a group may take to end by itself
 * @param toKill how long a killed group may take to be gone
 */
record OrphanStop(Examiner examiner, Duration toTerm, Duration toKill) {

    private static final Duration TERM = Duration.ofSeconds(10);
    private static final Duration KILL = Duration.ofSeconds(5);
    private static final long PAUSE_NANOS = Duration.ofMillis(20).toNanos();

    /**
     * What came of it.
     *
     * @param last what was found last before a signal
     * @param signalled whether the group got a signal
     * @param trouble why the group is not gone; null if it is, or got no signal
     */
    record Result(Finding last, boolean signalled, String trouble) {}

    static OrphanStop of(Examiner examiner) {
        return new OrphanStop(examiner, TERM, KILL);
    }

    /**
     * @throws InterruptedException when it was cut off; the group may live
     */
    Result stop(AttemptId attempt) throws InterruptedException {
        Finding first = look(attempt);
        if (first.state() != Finding.State.ORPHAN) {
            return new Result(first, false, null);
        }
        GroupRecord group = first.group();
        try {
            examiner.probes().signal(group.groupId(), Processes.SIGTERM);
            if (gone(group, toTerm)) {
                return new Result(first, true, null);
            }
            Finding second = look(attempt);
            if (second.state() != Finding.State.ORPHAN || !second.group().equals(group)) {
                return left(second, group, "had SIGTERM and must not be killed: " + second.words());
            }
            examiner.probes().signal(group.groupId(), Processes.SIGKILL);
            return gone(group, toKill) ? new Result(second, true, null)
                    : left(second, group, "does not die of SIGKILL");
        } catch (IOException failed) {
            return left(first, group, "cannot be stopped: " + failed.getMessage());
        }
    }

    /** It may have gone while we looked whether it may be killed. */
    private Result left(Finding last, GroupRecord group, String why) throws InterruptedException {
        try {
            return gone(group, Duration.ZERO) ? new Result(last, true, null)
                    : new Result(last, true, "process group " + group.groupId() + " " + why);
        } catch (IOException unknown) {
            return new Result(last, true, "process group " + group.groupId() + " " + why);
        }
    }

    private Finding look(AttemptId attempt) {
        return examiner.examine(List.of(attempt)).getFirst();
    }

    private boolean gone(GroupRecord group, Duration atMost) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        while (examiner.probes().group(group.groupId(), new Probe.Moment()).present()) {
            if (System.nanoTime() - begin >= atMost.toNanos()) {
                return false;
            }
            LockSupport.parkNanos(PAUSE_NANOS);
            if (Thread.interrupted()) {
                throw new InterruptedException("the stop of process group " + group.groupId() + " was cut off");
            }
        }
        return true;
    }
}
