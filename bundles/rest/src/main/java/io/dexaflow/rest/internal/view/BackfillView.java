// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.view;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dexaflow.rest.internal.http.Json;
import io.dexaflow.store.BackfillLedger.Backfill;
import io.dexaflow.store.BackfillLedger.Plan;

/** A backfill as Airflow's API shows it. */
public final class BackfillView {

    private BackfillView() {}

    /** {@code BackfillResponse}. */
    public static ObjectNode of(Backfill backfill) {
        Plan plan = backfill.plan();
        ObjectNode json = Json.object()
                .put("id", backfill.id())
                .put("dag_id", plan.dagId())
                .put("dag_display_name", plan.dagId());
        Times.put(json, "from_date", plan.from());
        Times.put(json, "to_date", plan.to());
        json.put("is_paused", backfill.paused())
                .put("reprocess_behavior", plan.reprocess().wireName())
                .put("max_active_runs", plan.maxActiveRuns());
        Times.put(json, "created_at", backfill.createdAt());
        Times.put(json, "updated_at", backfill.updatedAt());
        Times.put(json, "completed_at", backfill.completedAt());
        json.set("dag_run_conf", Json.stored(plan.confJson()));
        return json;
    }
}
