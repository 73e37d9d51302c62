// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.view;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dexaflow.rest.internal.http.Json;
import io.dexaflow.store.Readings.RunRow;
import io.dexaflow.store.Readings.XComRow;

/** An XCom entry as Airflow's API shows it. */
public final class XComView {

    private XComView() {}

    /** {@code XComResponse}: all but the value. */
    public static ObjectNode of(RunRow run, XComRow row) {
        ObjectNode json = Json.object()
                .put("key", row.key())
                .put("task_id", row.taskId())
                .put("task_display_name", row.taskId())
                .put("dag_id", run.dagId())
                .put("dag_display_name", run.dagId())
                .put("run_id", run.dagRunId())
                .put("map_index", -1);
        Times.put(json, "timestamp", row.timestamp());
        Times.put(json, "logical_date", run.logicalDate());
        Times.put(json, "run_after", RunView.runAfter(run));
        return json;
    }

    /** {@code XComResponseNative}, or {@code XComResponseString} where the value is wanted as text. */
    public static ObjectNode withValue(RunRow run, XComRow row, boolean asText) {
        ObjectNode json = of(run, row);
        if (asText) {
            json.put("value", row.valueJson());
        } else {
            json.set("value", Json.stored(row.valueJson()));
        }
        return json;
    }
}
