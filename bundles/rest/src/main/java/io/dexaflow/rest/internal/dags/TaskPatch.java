// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.dags;

import io.dexaflow.control.TaskSelection;
import io.dexaflow.control.TaskSelection.Reach;
import io.dexaflow.model.TaskState;
import io.dexaflow.rest.internal.http.Body;
import io.dexaflow.store.Readings.TaskRow;
import java.util.List;
import java.util.Set;

/**
 * What is asked to become of a task instance.
 *
 * @param reach how far beyond it
 * @param verdict null for none
 * @param noted whether there is a note, which may be none
 */
record TaskPatch(Reach reach, TaskState verdict, boolean noted, String note) {

    static final Set<String> FIELDS = Set.of("new_state", "note", "include_upstream", "include_downstream",
            "include_future", "include_past");

    /** Reads it, of which a mask (empty for none) names what counts. */
    static TaskPatch read(Body body, List<String> mask) {
        Reach reach = TaskInstanceResource.reach(body);
        Body changes = body.masked(mask);
        TaskState verdict = verdict(changes.text("new_state", RunResource.LONGEST_TEXT));
        String note = changes.text("note", RunResource.LONGEST_TEXT);
        boolean noted = changes.object().hasNonNull("note") || verdict == null && changes.object().has("note");
        if (verdict == null && !noted) {
            throw Body.invalid("missing", "new_state", "success, failed or skipped, or a note, is expected");
        }
        return new TaskPatch(reach, verdict, noted, note);
    }

    /** The task instances that it reaches from this one. */
    TaskSelection of(TaskRow task) {
        return TaskSelection.of(new TaskSelection.One(task.dagId(), task.dagRunId(), task.taskId()), reach);
    }

    private static TaskState verdict(String wanted) {
        return switch (wanted) {
            case null -> null;
            case "success" -> TaskState.SUCCESS;
            case "failed" -> TaskState.FAILED;
            case "skipped" -> TaskState.SKIPPED;
            default -> throw Body.invalid("enum", "new_state", "success, failed or skipped is expected");
        };
    }
}
