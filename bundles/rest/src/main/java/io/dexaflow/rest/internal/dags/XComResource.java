// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.dags;

import io.dexaflow.control.RunControl;
import io.dexaflow.control.RunControl.XComEdit;
import io.dexaflow.control.TaskSelection;
import io.dexaflow.rest.internal.http.Body;
import io.dexaflow.rest.internal.http.Json;
import io.dexaflow.rest.internal.http.Lists;
import io.dexaflow.rest.internal.http.Problem;
import io.dexaflow.rest.internal.http.Query;
import io.dexaflow.rest.internal.http.Reply;
import io.dexaflow.rest.internal.http.Request;
import io.dexaflow.rest.internal.http.Route;
import io.dexaflow.rest.internal.view.XComView;
import io.dexaflow.store.EventLedger.EventSubject;
import io.dexaflow.store.Readings;
import io.dexaflow.store.Readings.RunRow;
import io.dexaflow.store.Readings.XComFilter;
import io.dexaflow.store.Readings.XComRow;
import java.util.List;
import java.util.Set;

/** XCom entries. */
final class XComResource {

    private static final String ENTRIES = Paths.INSTANCE + "/xcomEntries";
    private static final String ENTRY = ENTRIES + "/{xcom_key}";
    private static final String VALUE = "value";
    private static final String MAP_INDEX = "map_index";
    private static final int LONGEST_KEY = 512;

    private final StoredDags stored;
    private final Readings readings;
    private final RunControl control;
    private final Finder finder;

    XComResource(StoredDags stored, RunControl control) {
        this.stored = stored;
        this.readings = stored.readings();
        this.control = control;
        this.finder = new Finder(readings);
    }

    List<Route> routes() {
        return List.of(Route.of("GET", ENTRIES, this::list), Route.of("POST", ENTRIES, this::add),
                Route.of("GET", ENTRY, this::get), Route.of("PATCH", ENTRY, this::change),
                Route.of("DELETE", ENTRY, this::delete));
    }

    /** Of a task instance, or of all DAGs, runs or tasks where a tilde stands for the id. */
    private Reply list(Request request) {
        Mapped.check(request);
        finder.checkNamed(request);
        Query query = request.query();
        XComFilter filter = new XComFilter(Paths.wanted(request, "dag_id"), Paths.wanted(request, "dag_run_id"),
                Paths.wanted(request, "task_id"), Filters.ofXComs(query));
        return Lists.of("xcom_entries", () -> readings.xcoms(filter, query.paging()), XComView::of);
    }

    /** What was stored is JSON, so there is nothing to deserialize that the answer would not hold anyway. */
    private Reply get(Request request) {
        Mapped.check(request);
        RunRow run = finder.run(request);
        boolean asText = Boolean.TRUE.equals(request.query().flag("stringify"));
        return Reply.ok(XComView.withValue(run, entry(run, request, request.value("xcom_key")), asText));
    }

    private Reply add(Request request) {
        Body body = request.body().only(Set.of("key", VALUE, MAP_INDEX));
        String key = body.required("key", body.text("key", LONGEST_KEY));
        if (key.isBlank()) {
            throw Body.invalid("value_error", "key", "a key is expected");
        }
        String value = value(body);
        control.editXCom(task(request), new XComEdit.Add(key, value));
        tell(request, "create_xcom_entry", key);
        return answer(request, key, 201);
    }

    private Reply change(Request request) {
        Body body = request.body().only(Set.of(VALUE, MAP_INDEX));
        String key = request.value("xcom_key");
        String value = value(body);
        control.editXCom(task(request), new XComEdit.Change(key, value));
        tell(request, "update_xcom_entry", key);
        return answer(request, key, 200);
    }

    private Reply delete(Request request) {
        Mapped.check(request);
        String key = request.value("xcom_key");
        control.editXCom(task(request), new XComEdit.Delete(key));
        tell(request, "delete_xcom_entry", key);
        return Reply.noContent();
    }

    private Reply answer(Request request, String key, int status) {
        RunRow run = finder.run(request);
        return new Reply.Json(status, XComView.withValue(run, entry(run, request, key), false));
    }

    private XComRow entry(RunRow run, Request request, String key) {
        return readings.xcom(run.id(), request.value("task_id"), key)
                .orElseThrow(() -> Problem.notFound("The XCom entry with key '" + key + "' was not found"));
    }

    private static String value(Body body) {
        Integer index = body.wholeNumber(MAP_INDEX);
        if (index != null && index != Mapped.UNMAPPED) {
            throw Problem.notFound("there is no map index " + index);
        }
        if (!body.object().has(VALUE)) {
            throw Body.invalid("missing", VALUE, "Field required");
        }
        return Json.write(body.object().get(VALUE));
    }

    private static TaskSelection.One task(Request request) {
        return new TaskSelection.One(request.value("dag_id"), request.value("dag_run_id"), request.value("task_id"));
    }

    /** Without the value, which may be a secret. */
    private void tell(Request request, String event, String key) {
        stored.audit()
                .record(request, event, new EventSubject(request.value("dag_id"), request.value("dag_run_id"),
                        request.value("task_id"), null, null), null, Json.object().put("key", key));
    }
}
