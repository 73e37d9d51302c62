// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.dags;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dexaflow.control.RunControl;
import io.dexaflow.rest.internal.http.Json;
import io.dexaflow.rest.internal.http.Request;
import io.dexaflow.store.EventLedger.EventSubject;
import io.dexaflow.store.Readings.TaskRow;
import java.util.List;

/** Gives verdicts on task instances and notes them, and writes it down. */
final class TaskChanges {

    private final StoredDags stored;
    private final RunControl control;

    TaskChanges(StoredDags stored, RunControl control) {
        this.stored = stored;
        this.control = control;
    }

    /** The task instances that were changed. */
    List<TaskRow> apply(Request request, TaskRow before, TaskPatch patch) {
        List<TaskRow> rows = List.of();
        if (patch.verdict() != null) {
            rows = control.settleTasks(patch.of(before), patch.verdict(), false, request.by());
        }
        if (patch.noted()) {
            rows = control.noteTasks(patch.of(before), patch.note());
        }
        TaskRow after = stored.readings().task(before.dagId(), before.dagRunId(), before.taskId()).orElse(before);
        stored.audit()
                .record(request, "patch_task_instance", new EventSubject(before.dagId(), before.dagRunId(),
                        before.taskId(), before.tryNumber(), before.logicalDate()), facts(before),
                        facts(after).put("task_instances", rows.size()));
        return rows;
    }

    private static ObjectNode facts(TaskRow task) {
        return Json.object().put("state", task.state().wireName()).put("note", task.note());
    }
}
