// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal.task;

import io.dexaflow.model.AttemptFacts;
import io.dexaflow.model.AttemptId;
import io.dexaflow.model.TaskState;
import io.dexaflow.store.TaskLedger;
import io.dexaflow.storepostgres.internal.sql.AttemptKeys;
import io.dexaflow.storepostgres.internal.sql.Database;
import io.dexaflow.storepostgres.internal.sql.Seconds;
import io.dexaflow.storepostgres.internal.sql.Words;
import io.dexaflow.storepostgres.internal.task.OfferMapper.CandidateLine;
import io.dexaflow.storepostgres.internal.task.TaskMapper.ClaimLine;
import io.dexaflow.storepostgres.internal.task.TaskMapper.SettledLine;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
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
        return database.one(OfferMapper.class, "look for what may be dispatched",
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
    public Claims claim(Map<UUID, String> executors, long term) {
        UUID[] ids = executors.keySet().stream().sorted().toArray(UUID[]::new);
        String[] names = Arrays.stream(ids).map(executors::get).toArray(String[]::new);
        List<ClaimLine> lines = database.one(TaskMapper.class, "claim " + ids.length + " task instances",
                mapper -> mapper.claim(ids, names, term));
        Instant now = lines.getFirst().now();
        List<Claim> claims = new ArrayList<>(lines.size());
        for (ClaimLine line : lines) {
            if (line.id() != null) {
                claims.add(claim(line));
            }
        }
        return new Claims(now, claims);
    }

    private static Claim claim(ClaimLine line) {
        return new Claim(new AttemptId(line.runId(), line.taskId(), line.tryNumber(), line.epoch()),
                new AttemptFacts(line.id(), line.dagId(), line.dagRunId(), line.versionId(), line.maxTries(),
                        line.confJson(), line.logicalDate(), line.intervalStart(), line.intervalEnd()));
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
                        again.stream().map(failure -> Seconds.of(failure.delay())).toArray(Double[]::new),
                        messages(again),
                        term);
            }
            if (!last.isEmpty()) {
                mapper.dispatchEnded(keys(last), messages(last), "dispatch_failed", term);
            }
            return null;
        });
    }

    private static String[] messages(List<DispatchFailure> failures) {
        return failures.stream().map(failure -> Words.storable(failure.message())).toArray(String[]::new);
    }

    private static AttemptKeys keys(List<DispatchFailure> failures) {
        return AttemptKeys.of(failures.stream().map(DispatchFailure::attempt).toList());
    }

    @Override
    public void dispatchHeld(Collection<AttemptId> attempts, Duration delay, long term) {
        if (!attempts.isEmpty()) {
            database.one(TaskMapper.class, "hold back " + attempts.size() + " dispatches",
                    mapper -> mapper.dispatchHeld(AttemptKeys.of(AttemptKeys.ordered(attempts)), TaskState.SCHEDULED,
                            Seconds.of(delay),
                            term));
        }
    }

    @Override
    public void dispatchRefused(Map<AttemptId, String> messages, long term) {
        if (messages.isEmpty()) {
            return;
        }
        List<AttemptId> ordered = AttemptKeys.ordered(messages.keySet());
        String[] words = ordered.stream().map(messages::get).map(Words::storable).toArray(String[]::new);
        database.one(TaskMapper.class, "write " + ordered.size() + " refused dispatches",
                mapper -> mapper.dispatchEnded(AttemptKeys.of(ordered), words, "failed", term));
    }

    @Override
    public Optional<AttemptId> settleByUser(UUID taskInstanceId, TaskState verdict, String by) {
        if (verdict != TaskState.SUCCESS && verdict != TaskState.FAILED && verdict != TaskState.SKIPPED) {
            throw new IllegalArgumentException(
                    "a user's verdict is success, failed or skipped, not " + verdict.wireName());
        }
        String actor = Words.storable("user " + by);
        SettledLine line = database.one(TaskMapper.class, "settle task_instance=" + taskInstanceId,
                mapper -> mapper.settleByUser(taskInstanceId, verdict.wireName(), "marked as failed by " + actor,
                        actor));
        if (line == null) {
            throw new NoSuchElementException("no such task instance: " + taskInstanceId);
        }
        boolean mayHaveAgent = Arrays.asList(MAY_HAVE_AGENT).contains(line.stateBefore()) && line.epoch() > 0;
        return mayHaveAgent
                ? Optional.of(new AttemptId(line.runId(), line.taskId(), line.tryNumber(), line.epoch()))
                : Optional.empty();
    }

    @Override
    public List<AttemptId> liveAttempts(UUID runId) {
        return database.one(TaskMapper.class, "list the live attempts of run=" + runId,
                mapper -> mapper.live(runId, MAY_HAVE_AGENT));
    }
}
