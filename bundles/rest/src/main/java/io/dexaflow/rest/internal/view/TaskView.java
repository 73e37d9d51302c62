// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.view;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dexaflow.model.Dag;
import io.dexaflow.model.Task;
import io.dexaflow.rest.internal.http.Json;
import java.util.List;

/** A task of a DAG as Airflow's API shows it: {@code TaskResponse}. */
public final class TaskView {

    /** What a doubling of the delay is in Airflow, where the field is the factor. */
    private static final double DOUBLING = 2.0;

    private TaskView() {}

    /** The task. */
    public static ObjectNode of(Dag dag, Task task) {
        ObjectNode json = Json.object()
                .put("task_id", task.taskId())
                .put("task_display_name", task.taskId())
                .put("operator_name", task.operator())
                .put("owner", "")
                .put("depends_on_past", false)
                .put("wait_for_downstream", false)
                .put("is_mapped", false)
                .put("pool", task.placement().pool())
                .put("pool_slots", task.placement().poolSlots())
                .put("retries", task.retry().retries())
                .put("retry_exponential_backoff", task.retry().exponentialBackoff() ? DOUBLING : 0)
                .put("trigger_rule", task.triggerRule().wireName())
                .put("queue", "default")
                .put("priority_weight", 1)
                .put("weight_rule", "downstream")
                .put("ui_color", "#fff")
                .put("ui_fgcolor", "#000");
        json.putObject("class_ref").put("module_path", "dexaflow").put("class_name", task.operator());
        Times.putDelta(json, "execution_timeout", task.work().executionTimeout());
        Times.putDelta(json, "retry_delay", task.retry().delay());
        Times.put(json, "start_date", dag.schedule().startDate());
        Times.put(json, "end_date", dag.schedule().endDate());
        json.set("params", Params.of(dag.params()));
        downstream(dag, task).forEach(json.putArray("downstream_task_ids")::add);
        json.putArray("template_fields").add("command").add("bash").add("env");
        json.putArray("extra_links");
        return json.putNull("doc_md");
    }

    private static List<String> downstream(Dag dag, Task task) {
        return dag.tasks()
                .stream()
                .filter(other -> other.dependsOn().contains(task.taskId()))
                .map(Task::taskId)
                .sorted()
                .toList();
    }
}
