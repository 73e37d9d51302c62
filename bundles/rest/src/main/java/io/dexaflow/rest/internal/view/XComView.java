// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.view;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dexaflow.rest.internal.http.Json;
import io.dexaflow.store.Readings.RunRow;
import io.dexaflow.store.Readings.XComEntry;
import io.dexaflow.store.Readings.XComRow;

/** An XCom entry as Airflow's API shows it. */
public final class XComView {

    private XComView() {}

    /** {@code XComResponse}: all but the value. */
    public static ObjectNode of(XComEntry entry) {
        ObjectNode json = Json.object()
                .put("key", entry.key())
                .put("task_id", entry.taskId())
                .put("task_display_name", entry.taskId())
                .put("dag_id", entry.dagId())
                .put("dag_display_name", entry.dagId())
                .put("run_id", entry.dagRunId())
                .put("map_index", -1);
        Times.put(json, "timestamp", entry.timestamp());
        Times.put(json, "logical_date", entry.logicalDate());
        Times.put(json, "run_after", entry.runAfter());
        return json;
    }

    /** {@code XComResponseNative}, or {@code XComResponseString} where the value is wanted as text. */
    public static ObjectNode withValue(RunRow run, XComRow row, boolean asText) {
        ObjectNode json =
                of(new XComEntry(run.dagId(), run.dagRunId(), run.logicalDate(), RunView.runAfter(run), row.key(),
                        row.taskId(), row.timestamp()));
        if (asText) {
            json.put("value", row.valueJson());
        } else {
            json.set("value", Json.stored(row.valueJson()));
        }
        return json;
    }
}
