// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal.run;

import io.dexaflow.model.RunState;
import io.dexaflow.store.RunLedger;
import io.dexaflow.storepostgres.internal.run.RunMapper.ActiveLine;
import io.dexaflow.storepostgres.internal.run.RunMapper.NewTasks;
import io.dexaflow.storepostgres.internal.sql.Database;
import io.dexaflow.storepostgres.internal.sql.Seconds;
import io.dexaflow.storepostgres.internal.sql.Words;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.IntFunction;

/** Runs in PostgreSQL. Each write is one statement; what its guards refuse is missing from the answer. */
public final class PostgresRunLedger implements RunLedger {

    private final Database database;
    private final double valveSeconds;

    /**
     * @param database the database
     * @param confirmationValve how long an infra mark stays provisional (R43)
     */
    public PostgresRunLedger(Database database, Duration confirmationValve) {
        this.database = database;
        this.valveSeconds = Seconds.of(confirmationValve);
    }

    @Override
    public CreateResult create(NewRun run) {
        String what = "create the run " + run.dagRunId() + " of dag=" + run.dagId();
        NewRun storable = new NewRun(run.dagId(), run.versionId(), run.dagRunId(), run.type(), run.logicalDate(),
                run.intervalStart(), run.intervalEnd(), run.confJson() == null ? "{}" : run.confJson(),
                Words.storable(run.note()), Words.storable(run.triggeredBy()));
        UUID id = database.one(RunMapper.class, what, mapper -> mapper.create(storable));
        return id != null ? new CreateResult.Created(id) : refusal(run);
    }

    private CreateResult refusal(NewRun run) {
        if (find(run.dagId(), run.dagRunId()).isPresent()) {
            return new CreateResult.RunIdTaken(run.dagRunId());
        }
        String holder = run.logicalDate() == null ? null
                : database.one(RunMapper.class, "look for the run of a logical date of dag=" + run.dagId(),
                        mapper -> mapper.holderOfLogicalDate(run.dagId(), run.logicalDate()));
        return holder == null ? new CreateResult.UnknownDag(run.dagId()) : new CreateResult.LogicalDateTaken(holder);
    }

    @Override
    public ActiveRuns loadActive(Set<UUID> only) {
        UUID[] runs = only == null ? null : only.toArray(UUID[]::new);
        List<ActiveLine> lines = database.one(RunMapper.class, "load the unfinished runs",
                mapper -> runs == null ? mapper.active() : mapper.activeOf(runs));
        List<ActiveRun> active = new ArrayList<>(lines.size());
        for (ActiveLine line : lines) {
            if (line.runId() != null) {
                active.add(new ActiveRun(line.runId(), line.dagId(), line.dagRunId(), line.versionId(), line.state(),
                        line.states() == null ? "" : line.states(), TaskDetailCodec.decode(line.details())));
            }
        }
        return new ActiveRuns(lines.getFirst().now(), active);
    }

    @Override
    public List<UUID> start(Collection<RunStart> runs, long term) {
        if (runs.isEmpty()) {
            return List.of();
        }
        UUID[] ids = runs.stream().map(RunStart::runId).toArray(UUID[]::new);
        Integer[] most = runs.stream().map(RunStart::maxActiveRuns).toArray(Integer[]::new);
        return database.together(RunMapper.class, "start " + ids.length + " runs", mapper -> {
            Set<UUID> started = Set.copyOf(mapper.start(ids, most, term));
            List<RunStart> made = runs.stream().filter(run -> started.contains(run.runId())).toList();
            if (made.stream().anyMatch(run -> !run.tasks().isEmpty())) {
                mapper.make(columns(made));
            }
            return made.stream().map(RunStart::runId).toList();
        });
    }

    @Override
    public List<UUID> waitingBehind(Collection<UUID> finished) {
        if (finished.isEmpty()) {
            return List.of();
        }
        UUID[] ids = finished.toArray(UUID[]::new);
        return database.one(RunMapper.class, "look for the runs that wait behind finished ones",
                mapper -> mapper.waitingBehind(ids));
    }

    private static NewTasks columns(List<RunStart> runs) {
        List<UUID> ids = new ArrayList<>();
        List<NewTask> tasks = new ArrayList<>();
        for (RunStart run : runs) {
            for (NewTask task : run.tasks()) {
                ids.add(run.runId());
                tasks.add(task);
            }
        }
        return new NewTasks(ids.toArray(UUID[]::new), column(tasks, NewTask::ordinal, Integer[]::new),
                column(tasks, NewTask::taskId, String[]::new), column(tasks, NewTask::operator, String[]::new),
                column(tasks, NewTask::maxTries, Integer[]::new), column(tasks, NewTask::pool, String[]::new),
                column(tasks, NewTask::poolSlots, Integer[]::new), column(tasks, NewTask::executor, String[]::new));
    }

    private static <T> T[] column(List<NewTask> tasks, Function<NewTask, T> value,
            IntFunction<T[]> array) {
        return tasks.stream().map(value).toArray(array);
    }

    @Override
    public List<UUID> finish(Map<UUID, RunState> verdicts, long term) {
        if (verdicts.isEmpty()) {
            return List.of();
        }
        UUID[] ids = verdicts.keySet().toArray(UUID[]::new);
        String[] states = verdicts.values().stream().map(PostgresRunLedger::verdict).toArray(String[]::new);
        return database.one(RunMapper.class, "finish " + ids.length + " runs",
                mapper -> mapper.finish(ids, states, valveSeconds, term));
    }

    @Override
    public boolean settleByUser(UUID runId, RunState verdict, String note, String by) {
        String state = verdict(verdict);
        return database.one(RunMapper.class, "settle run=" + runId,
                mapper -> mapper.settleByUser(runId, state, Words.storable(note), Words.storable(by))) > 0;
    }

    @Override
    public boolean refuse(UUID runId, String note, long term) {
        return database.one(RunMapper.class, "fail run=" + runId,
                mapper -> mapper.refuse(runId, Words.storable(note), term)) > 0;
    }

    private static String verdict(RunState state) {
        if (!state.isFinished()) {
            throw new IllegalArgumentException("not a verdict: " + state.wireName() + "; say success or failed");
        }
        return state.wireName();
    }

    @Override
    public Optional<UUID> find(String dagId, String dagRunId) {
        return Optional.ofNullable(database.one(RunMapper.class, "look for the run " + dagRunId + " of dag=" + dagId,
                mapper -> mapper.find(dagId, dagRunId)));
    }
}
