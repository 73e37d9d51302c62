// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.dags;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dexaflow.control.RunControl;
import io.dexaflow.control.RunControl.RunRef;
import io.dexaflow.control.RunControl.TriggerRequest;
import io.dexaflow.model.RunState;
import io.dexaflow.model.RunType;
import io.dexaflow.rest.internal.http.Body;
import io.dexaflow.rest.internal.http.Json;
import io.dexaflow.rest.internal.http.Problem;
import io.dexaflow.rest.internal.http.Query;
import io.dexaflow.rest.internal.http.Reply;
import io.dexaflow.rest.internal.http.Request;
import io.dexaflow.rest.internal.http.Route;
import io.dexaflow.rest.internal.view.RunView;
import io.dexaflow.rest.internal.view.Versions;
import io.dexaflow.store.Readings;
import io.dexaflow.store.Readings.Page;
import io.dexaflow.store.Readings.RunFilter;
import io.dexaflow.store.Readings.RunRow;
import java.util.List;
import java.util.Set;

/** Runs of DAGs. */
final class RunResource {

    /** Who asks: the bearer of the home's token. */
    static final String ASKER = "admin";

    private static final String ALL_DAGS = "~";
    private static final int LONGEST_NOTE = 1000;
    private static final String NOT_YET = "not supported yet";
    private static final Set<String> TRIGGER_FIELDS = Set.of("conf", "dag_run_id", "data_interval_end",
            "data_interval_start", "logical_date", "note", "partition_key", "run_after");
    private static final Set<String> PATCH_FIELDS = Set.of("state", "note");

    private final Readings readings;
    private final RunControl control;
    private final Finder finder;
    private final Versions versions;

    RunResource(Readings readings, RunControl control) {
        this.readings = readings;
        this.control = control;
        this.finder = new Finder(readings);
        this.versions = new Versions(readings);
    }

    List<Route> routes() {
        return List.of(Route.of("GET", Paths.RUNS, this::list), Route.of("POST", Paths.RUNS, this::trigger),
                Route.of("GET", Paths.RUN, this::get), Route.of("PATCH", Paths.RUN, this::patch));
    }

    private Reply list(Request request) {
        Query query = request.query().heeding("state", "run_type");
        boolean all = ALL_DAGS.equals(request.value("dag_id"));
        String dagId = all ? null : finder.dag(request).dagId();
        RunFilter filter = new RunFilter(dagId, Finder.states(request, "state", RunState::ofWire),
                Finder.states(request, "run_type", RunType::ofWire));
        Page<RunRow> page = Finder.page(() -> readings.runs(filter, query.paging()));
        ObjectNode json = Json.object();
        ArrayNode rows = json.putArray("dag_runs");
        page.rows().forEach(row -> rows.add(view(row)));
        return Reply.ok(json.put("total_entries", page.total()));
    }

    private Reply get(Request request) {
        return Reply.ok(view(finder.run(request)));
    }

    private Reply trigger(Request request) {
        Body body = request.body()
                .only(TRIGGER_FIELDS)
                .without("data_interval_start", NOT_YET)
                .without("data_interval_end", NOT_YET)
                .without("partition_key", NOT_YET)
                .without("run_after", NOT_YET);
        TriggerRequest wanted = new TriggerRequest(request.value("dag_id"),
                RunId.check(body.text("dag_run_id", Integer.MAX_VALUE)), body.time("logical_date"), body.json("conf"),
                body.text("note", LONGEST_NOTE), ASKER);
        RunRef run = control.trigger(wanted);
        return Reply.ok(view(finder.run(run.dagId(), run.dagRunId())));
    }

    private Reply patch(Request request) {
        Body body = request.body().only(PATCH_FIELDS).without("note", "a run's note cannot be changed yet");
        String state = body.text("state", LONGEST_NOTE);
        if (state == null) {
            throw Body.invalid("missing", "state", "success or failed is expected");
        }
        RunState verdict = switch (state) {
            case "success" -> RunState.SUCCESS;
            case "failed" -> RunState.FAILED;
            case "queued" -> throw Body.invalid("value_error", "state", "runs cannot be cleared yet");
            default -> throw Body.invalid("enum", "state", "success or failed is expected");
        };
        List<String> mask = request.query().texts("update_mask");
        if (!mask.isEmpty() && !mask.contains("state")) {
            throw Problem.of(400, "only state can be changed; update_mask leaves it out");
        }
        RunRow run = finder.run(request);
        control.settle(run.dagId(), run.dagRunId(), verdict, ASKER);
        return get(request);
    }

    private ObjectNode view(RunRow row) {
        return RunView.of(row, versions.of(row.dagId(), row.versionId(), row.versionNumber()));
    }
}
