// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.store;

import io.dexaflow.executor.Signal;
import io.dexaflow.executor.Suspect;
import io.dexaflow.reaper.OrphanRun;
import io.dexaflow.trail.Decision;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/**
 * What reapers read and write. Lists compare times in SQL, inclusively, and take candidates only from running runs;
 * empty and future stamps are no candidates (R86). Marks are guarded on state, try, epoch and the leadership term, and
 * write their decision in the same transaction.
 */
public interface ReapLedger {

    /** Running, beaten at least once in this attempt, and silent for at least that long (R95). */
    List<Suspect> silent(Duration threshold, Position after, int limit);

    /** Running for at least that long without a heartbeat in this attempt (R210). */
    List<Suspect> neverBeaten(Duration threshold, Position after, int limit);

    /** Queued for at least that long (R98). */
    List<Suspect> notStarted(Duration threshold, Position after, int limit);

    /** Running runs with nothing left to run and quiet for at least that long (R89, R90). */
    List<OrphanRun> orphans(Duration threshold, int limit);

    /**
     * Marks an attempt as lost (R26): failed, {@code infra}, ended now, confirmed now unless provisional. The guard asks
     * again for what made it a candidate: the state, the try, the epoch, and the very stamp that was read, so that a
     * heartbeat that came meanwhile keeps it alive.
     *
     * @return false when the guard refused
     */
    boolean mark(Mark mark, long term);

    /**
     * Fails a run that is still orphaned, re-checked under share locks that do not wait (R91, R92).
     *
     * @return false when nothing was written: a lock was taken, a task instance is live, there was activity, or the run is
     *         not running any more
     */
    boolean reapRun(OrphanRun run, Duration threshold, Decision decision, long term);

    /**
     * A place in a list of candidates.
     *
     * @param since the stamp that orders the list
     * @param taskInstanceId tells equal stamps apart
     */
    record Position(Instant since, UUID taskInstanceId) implements Comparable<Position> {

        /** A candidate's place. */
        public static Position of(Suspect suspect) {
            return new Position(suspect.since(), suspect.taskInstanceId());
        }

        /** By stamp; ids as PostgreSQL orders them, byte by byte. */
        @Override
        public int compareTo(Position other) {
            int byTime = since.compareTo(other.since);
            return byTime != 0 ? byTime : taskInstanceId.toString().compareTo(other.taskInstanceId.toString());
        }
    }

    /**
     * A mark to be made.
     *
     * @param signal what the attempt was suspected of: tells which state and stamp the guard asks for
     * @param suspect as it was listed
     * @param message for {@code error_message}; begins with the mark's name (R26)
     * @param provisional whether it waits for its confirmation
     * @param decision the row of the trail
     */
    record Mark(Signal signal, Suspect suspect, String message, boolean provisional, Decision decision) {}
}
