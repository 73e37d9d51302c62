// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.view;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dexaflow.model.Dag;
import io.dexaflow.model.Limits;
import io.dexaflow.model.Schedule;
import io.dexaflow.rest.internal.http.Json;
import io.dexaflow.store.DagCatalog.DagEntry;

/** A DAG as Airflow's API shows it. */
public final class DagView {

    private DagView() {}

    /**
     * A DAG and what is known of it.
     *
     * @param row its row
     * @param dag its current version; null when it has none
     * @param relativeFile its file within the DAG folder; null when it lies elsewhere
     */
    public record Facts(DagEntry row, Dag dag, String relativeFile) {

        Limits limits() {
            return dag == null ? Limits.DEFAULT : dag.limits();
        }

        Schedule schedule() {
            return dag == null ? Schedule.MANUAL : dag.schedule();
        }
    }

    /** {@code DAGResponse}. */
    public static ObjectNode of(Facts facts) {
        DagEntry row = facts.row();
        Dag dag = facts.dag();
        ObjectNode json = Json.object()
                .put("dag_id", row.dagId())
                .put("dag_display_name", row.dagId())
                .put("description", dag == null ? null : dag.description())
                .put("is_paused", row.paused())
                .put("is_stale", row.stale());
        Times.put(json, "last_parsed_time", row.lastParsed());
        json.putNull("last_parse_duration")
                .putNull("last_expired")
                .putNull("bundle_name")
                .putNull("bundle_version")
                .putNull("allowed_run_types");
        json.put("fileloc", row.file() == null ? "" : row.file())
                .put("relative_fileloc", facts.relativeFile())
                .put("file_token", "")
                .put("has_import_errors", row.broken())
                .put("has_task_concurrency_limits", false)
                .put("max_active_runs", facts.limits().maxActiveRuns())
                .put("max_active_tasks", facts.limits().maxActiveTasks())
                .put("max_consecutive_failed_dag_runs", 0);
        schedule(json, facts.schedule());
        next(json, row);
        tags(json, row.dagId(), dag);
        json.putArray("owners");
        return json;
    }

    /** {@code DAGDetailsResponse}. */
    public static ObjectNode details(Facts facts, ObjectNode version, long activeRuns) {
        Dag dag = facts.dag();
        Schedule schedule = facts.schedule();
        ObjectNode json = of(facts).put("catchup", schedule.catchup())
                .put("concurrency", facts.limits().maxActiveTasks())
                .put("active_runs_count", activeRuns)
                .put("timezone", schedule.timezone().getId())
                .put("is_favorite", false)
                .put("render_template_as_native_obj", false);
        Times.put(json, "start_date", schedule.startDate());
        Times.put(json, "end_date", schedule.endDate());
        Times.put(json, "last_parsed", facts.row().lastParsed());
        json.set("params", Params.of(dag == null ? null : dag.params()));
        json.set("latest_dag_version", version);
        return json.putNull("doc_md")
                .putNull("dag_run_timeout")
                .putNull("default_args")
                .putNull("asset_expression")
                .putNull("is_paused_upon_creation")
                .putNull("owner_links")
                .putNull("template_search_path");
    }

    private static void schedule(ObjectNode json, Schedule schedule) {
        boolean manual = schedule.expression() == null;
        json.put("timetable_summary", schedule.expression())
                .put("timetable_description",
                        manual ? "only when triggered" : schedule.expression() + " in " + schedule.timezone().getId())
                .put("timetable_partitioned", false);
    }

    private static void next(ObjectNode json, DagEntry row) {
        Times.put(json, "next_dagrun_logical_date", row.nextStart());
        Times.put(json, "next_dagrun_data_interval_start", row.nextStart());
        Times.put(json, "next_dagrun_data_interval_end", row.nextEnd());
        Times.put(json, "next_dagrun_run_after", row.nextRunAfter());
    }

    private static void tags(ObjectNode json, String dagId, Dag dag) {
        var tags = json.putArray("tags");
        if (dag != null) {
            dag.tags()
                    .forEach(
                            tag -> tags.addObject()
                                    .put("name", tag)
                                    .put("dag_id", dagId)
                                    .put("dag_display_name", dagId));
        }
    }
}
