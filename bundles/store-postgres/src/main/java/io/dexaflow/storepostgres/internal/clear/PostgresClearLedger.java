// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal.clear;

import io.dexaflow.model.AttemptId;
import io.dexaflow.model.RunState;
import io.dexaflow.model.TaskState;
import io.dexaflow.store.ClearLedger;
import io.dexaflow.storepostgres.internal.clear.ClearMapper.ClearLine;
import io.dexaflow.storepostgres.internal.clear.ClearMapper.ClearWish;
import io.dexaflow.storepostgres.internal.sql.Database;
import io.dexaflow.storepostgres.internal.sql.Words;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/** What operators take back or correct, in PostgreSQL. */
public final class PostgresClearLedger implements ClearLedger {

    private final Database database;

    public PostgresClearLedger(Database database) {
        this.database = database;
    }

    @Override
    public Optional<Cleared> clear(RunClear wanted) {
        ClearWish wish = new ClearWish(wanted.runId(),
                wanted.tasks().stream().map(TaskClear::taskInstanceId).toArray(UUID[]::new),
                wanted.tasks().stream().map(TaskClear::retries).toArray(Integer[]::new),
                wanted.states().stream().map(TaskState::wireName).toArray(String[]::new),
                wanted.reopen(), Words.storable("user " + wanted.by()));
        return database.together(ClearMapper.class, "clear " + wanted.tasks().size() + " tasks of run="
                + wanted.runId(), mapper -> {
                    RunState before = mapper.lockRun(wanted.runId());
                    return before == null ? Optional.empty()
                            : Optional.of(new Cleared(before,
                                    mapper.clear(wish).stream().map(PostgresClearLedger::cleared).toList()));
                });
    }

    private static ClearedTask cleared(ClearLine line) {
        return new ClearedTask(line.id(),
                new AttemptId(line.runId(), line.taskId(), line.tryBefore(), line.epochBefore()), line.stateBefore());
    }

    @Override
    public boolean deleteRun(UUID runId) {
        return changes("delete run=" + runId, mapper -> mapper.deleteRun(runId));
    }

    @Override
    public boolean noteRun(UUID runId, String note) {
        return changes("note run=" + runId, mapper -> mapper.noteRun(runId, Words.storable(note)));
    }

    @Override
    public boolean noteTask(UUID taskInstanceId, String note) {
        return changes("note task_instance=" + taskInstanceId,
                mapper -> mapper.noteTask(taskInstanceId, Words.storable(note)));
    }

    @Override
    public boolean addXCom(UUID taskInstanceId, String key, String valueJson) {
        return changes("add an XCom value of task_instance=" + taskInstanceId,
                mapper -> mapper.addXCom(taskInstanceId, key, valueJson));
    }

    @Override
    public boolean changeXCom(UUID taskInstanceId, String key, String valueJson) {
        return changes("change an XCom value of task_instance=" + taskInstanceId,
                mapper -> mapper.changeXCom(taskInstanceId, key, valueJson));
    }

    @Override
    public boolean deleteXCom(UUID taskInstanceId, String key) {
        return changes("delete an XCom value of task_instance=" + taskInstanceId,
                mapper -> mapper.deleteXCom(taskInstanceId, key));
    }

    private boolean changes(String what, Function<ClearMapper, Integer> statement) {
        return database.one(ClearMapper.class, what, statement) > 0;
    }
}
