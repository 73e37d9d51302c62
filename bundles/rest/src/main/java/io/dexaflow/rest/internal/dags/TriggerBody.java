// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.dags;

import io.dexaflow.control.RunControl.TriggerRequest;
import io.dexaflow.rest.internal.http.Body;
import io.dexaflow.rest.internal.http.Request;
import io.dexaflow.schedule.DataInterval;
import java.time.Instant;
import java.util.Set;

/** Reads Airflow's {@code TriggerDAGRunPostBody}. */
final class TriggerBody {

    private static final int LONGEST_NOTE = 1000;
    private static final String START = "data_interval_start";
    private static final String END = "data_interval_end";
    private static final Set<String> FIELDS = Set.of("conf", "dag_run_id", END, START, "logical_date", "note",
            "partition_key", "run_after");

    private TriggerBody() {}

    static TriggerRequest read(Request request) {
        Body body = request.body()
                .only(FIELDS)
                .without("partition_key", "there are no partitioned runs")
                .without("run_after", "a run that somebody triggers is due at once");
        return new TriggerRequest(request.value("dag_id"), RunId.check(body.text("dag_run_id", Integer.MAX_VALUE)),
                body.time("logical_date"), body.json("conf"), body.text("note", LONGEST_NOTE),
                request.by(), interval(body));
    }

    private static DataInterval interval(Body body) {
        Instant start = body.time(START);
        Instant end = body.time(END);
        if ((start == null) != (end == null)) {
            throw Body.invalid("value_error", start == null ? START : END,
                    "Either both data_interval_start and data_interval_end must be provided or both must be None");
        }
        if (start != null && end.isBefore(start)) {
            throw Body.invalid("value_error", END, "data_interval_end is before data_interval_start");
        }
        return start == null ? null : new DataInterval(start, end);
    }
}
