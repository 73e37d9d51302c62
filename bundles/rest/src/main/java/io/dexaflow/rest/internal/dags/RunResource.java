// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.dags;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dexaflow.control.RunControl;
import io.dexaflow.control.RunControl.RunRef;
import io.dexaflow.model.RunState;
import io.dexaflow.model.RunType;
import io.dexaflow.rest.internal.http.Body;
import io.dexaflow.rest.internal.http.Json;
import io.dexaflow.rest.internal.http.Lists;
import io.dexaflow.rest.internal.http.Problem;
import io.dexaflow.rest.internal.http.Query;
import io.dexaflow.rest.internal.http.Reply;
import io.dexaflow.rest.internal.http.Request;
import io.dexaflow.rest.internal.http.Route;
import io.dexaflow.rest.internal.view.RunView;
import io.dexaflow.rest.internal.view.Versions;
import io.dexaflow.store.EventLedger.EventSubject;
import io.dexaflow.store.Readings.RunFilter;
import io.dexaflow.store.Readings.RunRow;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Runs of DAGs. */
final class RunResource {

    static final int LONGEST_TEXT = 1000;

    private static final Set<String> PATCH_FIELDS = Set.of("state", "note");
    private static final Map<String, String> SEARCH_FIELDS =
            Map.of("dag_ids", "dag_id", "states", "state", "conf_contains", "conf_contains");

    private final StoredDags stored;
    private final RunControl control;
    private final Finder finder;
    private final Versions versions;

    RunResource(StoredDags stored, RunControl control) {
        this.stored = stored;
        this.control = control;
        this.finder = new Finder(stored.readings());
        this.versions = stored.versions();
    }

    List<Route> routes() {
        return List.of(Route.of("GET", Paths.RUNS, this::list), Route.of("POST", Paths.RUNS, this::trigger),
                Route.of("POST", Paths.RUNS + "/list", this::search), Route.of("GET", Paths.RUN, this::get),
                Route.of("PATCH", Paths.RUN, this::patch), Route.of("DELETE", Paths.RUN, this::delete),
                Route.of("GET", Paths.RUN + "/upstreamAssetEvents", this::noAssets));
    }

    private Reply list(Request request) {
        finder.checkNamed(request);
        String dagId = Paths.wanted(request, "dag_id");
        return list(dagId, request.query());
    }

    private Reply search(Request request) {
        Query query = SearchBody.query(request.body(), SEARCH_FIELDS);
        finder.checkNamed(request);
        String dagId = Paths.wanted(request, "dag_id");
        return list(dagId, query);
    }

    private Reply list(String dagId, Query query) {
        RunFilter filter = new RunFilter(dagId, Finder.states(query, "state", RunState::ofWire),
                Finder.states(query, "run_type", RunType::ofWire), Filters.ofRuns(query));
        return Lists.of("dag_runs", () -> stored.readings().runs(filter, query.paging()), this::view);
    }

    private Reply get(Request request) {
        return Reply.ok(view(finder.run(request)));
    }

    private Reply trigger(Request request) {
        RunRef run = control.trigger(TriggerBody.read(request));
        RunRow row = finder.run(run.dagId(), run.dagRunId());
        tell(request, "trigger_dag_run", row, null, Json.object().put("state", row.state().wireName()));
        return Reply.ok(view(row));
    }

    private Reply patch(Request request) {
        Body body = request.body().only(PATCH_FIELDS).masked(request.query().texts("update_mask"));
        boolean noted = body.object().has("note");
        RunState verdict = verdict(body.text("state", LONGEST_TEXT));
        String note = body.text("note", LONGEST_TEXT);
        if (verdict == null && !noted) {
            throw Body.invalid("missing", "state", "a state or a note is expected");
        }
        RunRow run = finder.run(request);
        if (verdict != null) {
            control.settle(run.dagId(), run.dagRunId(), verdict, request.by());
        }
        if (noted) {
            control.noteRun(run.dagId(), run.dagRunId(), note);
        }
        RunRow now = finder.run(request);
        tell(request, "patch_dag_run", run, facts(run), facts(now));
        return Reply.ok(view(now));
    }

    private static RunState verdict(String state) {
        return switch (state) {
            case null -> null;
            case "success" -> RunState.SUCCESS;
            case "failed" -> RunState.FAILED;
            case "queued" -> throw Body.invalid("value_error", "state", "clear the run, and it is queued again");
            default -> throw Body.invalid("enum", "state", "success or failed is expected");
        };
    }

    private Reply delete(Request request) {
        RunRow run = finder.run(request);
        control.deleteRun(run.dagId(), run.dagRunId(), request.by());
        tell(request, "delete_dag_run", run, facts(run), null);
        return Reply.noContent();
    }

    private Reply noAssets(Request request) {
        finder.run(request);
        throw Problem.notFound("Not Found: no run comes of an asset; there are no assets here");
    }

    private static ObjectNode facts(RunRow run) {
        return Json.object().put("state", run.state().wireName()).put("note", run.note());
    }

    private void tell(Request request, String event, RunRow run, ObjectNode before, ObjectNode after) {
        stored.audit()
                .record(request, event,
                        new EventSubject(run.dagId(), run.dagRunId(), null, null, run.logicalDate()), before, after);
    }

    private ObjectNode view(RunRow row) {
        return RunView.of(row, versions.of(row.dagId(), row.versionId(), row.versionNumber()));
    }
}
