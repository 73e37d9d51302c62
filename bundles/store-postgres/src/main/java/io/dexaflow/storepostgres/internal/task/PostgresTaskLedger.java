// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal.task;

import io.dexaflow.model.AttemptId;
import io.dexaflow.model.TaskState;
import io.dexaflow.store.TaskLedger;
import io.dexaflow.storepostgres.internal.sql.AttemptKeys;
import io.dexaflow.storepostgres.internal.sql.Database;
import io.dexaflow.storepostgres.internal.sql.Words;
import io.dexaflow.storepostgres.internal.task.TaskMapper.CandidateLine;
import io.dexaflow.storepostgres.internal.task.TaskMapper.ClaimLine;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/** Task instances in PostgreSQL. Each batch is one commit; what its guards refuse is missing from the answer. */
public final class PostgresTaskLedger implements TaskLedger {

    private static final String[] MAY_HAVE_AGENT = {"scheduled", "queued", "running"};

    private final Database database;
    private final MoveWriter moves;

    /**
     * @param database the database
     * @param confirmationValve how long an infra mark stays provisional (R43)
     */
    public PostgresTaskLedger(Database database, Duration confirmationValve) {
        this.database = database;
        this.moves = new MoveWriter(database, confirmationValve);
    }

    @Override
    public List<Move> apply(Collection<Move> wanted, long term) {
        return moves.apply(wanted, term);
    }

    @Override
    public List<Candidate> dispatchable(Set<UUID> only, Set<UUID> except, int limit) {
        UUID[] runs = only == null ? null : only.toArray(UUID[]::new);
        UUID[] excepted = except.toArray(UUID[]::new);
        return database.one(TaskMapper.class, "look for what may be dispatched",
                mapper -> runs == null ? mapper.dispatchable(excepted, limit)
                        : mapper.dispatchableOf(runs, TaskState.SCHEDULED, excepted, limit))
                .stream()
                .map(PostgresTaskLedger::candidate)
                .toList();
    }

    private static Candidate candidate(CandidateLine line) {
        return new Candidate(line.id(), new AttemptId(line.runId(), line.taskId(), line.tryNumber(), line.epoch()),
                line.dagId(), line.dagRunId(), line.versionId(), line.ordinal(), line.executor(),
                line.dispatchAttempts());
    }

    @Override
    public Claims claim(Collection<UUID> taskInstances, long term) {
        UUID[] ids = taskInstances.stream().sorted().toArray(UUID[]::new);
        List<ClaimLine> lines = database.one(TaskMapper.class, "claim " + ids.length + " task instances",
                mapper -> mapper.claim(ids, term));
        Instant now = lines.getFirst().now();
        List<Claim> claims = new ArrayList<>(lines.size());
        for (ClaimLine line : lines) {
            if (line.id() != null) {
                claims.add(new Claim(line.id(),
                        new AttemptId(line.runId(), line.taskId(), line.tryNumber(), line.epoch())));
            }
        }
        return new Claims(now, claims);
    }

    @Override
    public List<AttemptId> queued(Collection<AttemptId> attempts, long term) {
        if (attempts.isEmpty()) {
            return List.of();
        }
        List<AttemptId> ordered = AttemptKeys.ordered(attempts);
        List<Integer> moved = database.one(TaskMapper.class, "write " + ordered.size() + " attempts as queued",
                mapper -> mapper.queued(AttemptKeys.of(ordered), TaskState.SCHEDULED, term));
        Set<AttemptId> queued = moved.stream().map(number -> ordered.get(number - 1)).collect(Collectors.toSet());
        return attempts.stream().filter(queued::contains).toList();
    }

    @Override
    public void dispatchFailed(Collection<DispatchFailure> failures, long term) {
        if (failures.isEmpty()) {
            return;
        }
        List<DispatchFailure> ordered = failures.stream()
                .sorted(Comparator.comparing(DispatchFailure::attempt, AttemptKeys.ORDER))
                .toList();
        List<DispatchFailure> last = ordered.stream().filter(DispatchFailure::last).toList();
        List<DispatchFailure> again = ordered.stream().filter(failure -> !failure.last()).toList();
        database.together(TaskMapper.class, "write " + failures.size() + " failed dispatches", mapper -> {
            if (!again.isEmpty()) {
                mapper.dispatchFailed(keys(again),
                        again.stream().map(failure -> seconds(failure.delay())).toArray(Double[]::new), term);
            }
            if (!last.isEmpty()) {
                mapper.dispatchEnded(keys(last), last.stream()
                        .map(failure -> Words.storable(failure.message()))
                        .toArray(String[]::new), term);
            }
            return null;
        });
    }

    private static AttemptKeys keys(List<DispatchFailure> failures) {
        return AttemptKeys.of(failures.stream().map(DispatchFailure::attempt).toList());
    }

    @Override
    public void dispatchHeld(Collection<AttemptId> attempts, Duration delay, long term) {
        if (!attempts.isEmpty()) {
            database.one(TaskMapper.class, "hold back " + attempts.size() + " dispatches",
                    mapper -> mapper.dispatchHeld(AttemptKeys.of(AttemptKeys.ordered(attempts)), TaskState.SCHEDULED,
                            seconds(delay),
                            term));
        }
    }

    @Override
    public void dispatchRefused(AttemptId attempt, String message, long term) {
        database.one(TaskMapper.class, "write the refused dispatch of " + attempt,
                mapper -> mapper.dispatchEnded(AttemptKeys.of(List.of(attempt)),
                        new String[]{Words.storable(message)}, term));
    }

    @Override
    public List<AttemptId> liveAttempts(UUID runId) {
        return database.one(TaskMapper.class, "list the live attempts of run=" + runId,
                mapper -> mapper.live(runId, MAY_HAVE_AGENT));
    }

    static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }
}
