// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.backfills;

import io.dexaflow.model.Dag;
import io.dexaflow.rest.internal.http.Body;
import io.dexaflow.rest.internal.http.Problem;
import io.dexaflow.rest.internal.http.Request;
import io.dexaflow.schedule.Recurrence;
import io.dexaflow.schedule.ScheduleException;
import io.dexaflow.schedule.ScheduledRun;
import io.dexaflow.schedule.Timetable;
import io.dexaflow.store.BackfillLedger.NewBackfill;
import io.dexaflow.store.BackfillLedger.Plan;
import io.dexaflow.store.BackfillLedger.Reprocess;
import io.dexaflow.store.DagLedger;
import io.dexaflow.store.DatabaseClock;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads Airflow's {@code BackfillPostBody}, and what runs it asks for. */
final class BackfillBodies {

    /** How many runs a backfill may have. */
    static final int MOST_RUNS = 10_000;

    private static final int DEFAULT_ACTIVE = 10;
    private static final int LONGEST_NAME = 250;
    private static final String DAG_ID = "dag_id";
    private static final String FROM = "from_date";
    private static final String TO = "to_date";
    private static final String MAX_ACTIVE = "max_active_runs";
    private static final String REPROCESS = "reprocess_behavior";
    private static final String BACKWARDS = "run_backwards";
    private static final String LATEST = "run_on_latest_version";
    private static final String CONF = "dag_run_conf";
    private static final Set<String> FIELDS =
            Set.of(DAG_ID, FROM, TO, MAX_ACTIVE, REPROCESS, BACKWARDS, LATEST, CONF);

    private final DagLedger dags;
    private final DatabaseClock clock;

    BackfillBodies(DagLedger dags, DatabaseClock clock) {
        this.dags = dags;
        this.clock = clock;
    }

    /** What a request asks for. */
    Wish read(Request request) {
        Body body = request.body().only(FIELDS);
        String dagId = body.required(DAG_ID, body.text(DAG_ID, LONGEST_NAME));
        String conf = body.json(CONF);
        Plan plan = new Plan(dagId, body.required(FROM, body.time(FROM)), body.required(TO, body.time(TO)),
                conf == null ? "{}" : conf, maxActive(body.wholeNumber(MAX_ACTIVE)),
                reprocess(body.text(REPROCESS, LONGEST_NAME)));
        boolean backwards = body.flag(BACKWARDS, false);
        if (!body.flag(LATEST, true)) {
            throw Body.invalid("value_error", LATEST, "new runs are always of the newest version");
        }
        if (plan.to().isBefore(plan.from())) {
            throw Body.invalid("value_error", TO, "to_date is before from_date");
        }
        List<ScheduledRun> runs = runs(plan);
        return new Wish(new NewBackfill(plan, request.by()), backwards ? runs.reversed() : runs);
    }

    private List<ScheduledRun> runs(Plan plan) {
        Dag dag = dags.current(plan.dagId())
                .flatMap(version -> dags.dag(version.id()))
                .orElseThrow(() -> Problem.notFound("Could not find dag " + plan.dagId()));
        Instant now = clock.now();
        if (plan.from().isAfter(now)) {
            throw Body.invalid("value_error", FROM, "Backfill cannot be executed for future dates.");
        }
        try {
            if (Recurrence.parse(dag.schedule().expression()) instanceof Recurrence.Manual) {
                throw Problem.of(409, plan.dagId() + " has no schedule");
            }
            List<ScheduledRun> runs =
                    Timetable.of(dag.schedule()).runsBetween(plan.from(), plan.to(), now, MOST_RUNS + 1);
            if (runs.size() > MOST_RUNS) {
                throw Body.invalid("value_error", TO,
                        "a backfill has at most " + MOST_RUNS + " runs; the last one that fits is of "
                                + runs.get(MOST_RUNS - 1).logicalDate());
            }
            return runs;
        } catch (ScheduleException e) {
            throw Problem.of(409, "the schedule of " + plan.dagId() + " cannot be read: " + e.getMessage());
        }
    }

    private static int maxActive(Integer wanted) {
        if (wanted != null && wanted < 1) {
            throw Body.invalid("greater_than_equal", MAX_ACTIVE, "1 or more is expected");
        }
        return wanted == null ? DEFAULT_ACTIVE : wanted;
    }

    private static Reprocess reprocess(String name) {
        return name == null ? Reprocess.NONE
                : Arrays.stream(Reprocess.values())
                        .filter(each -> each.wireName().equals(name))
                        .findFirst()
                        .orElseThrow(() -> Body.invalid("enum", REPROCESS, "there is no " + name + "; there are "
                                + Arrays.stream(Reprocess.values())
                                        .map(Reprocess::wireName)
                                        .collect(Collectors.joining(", "))));
    }

    /**
     * What a request asks for.
     *
     * @param runs in the order in which they are to be made
     */
    record Wish(NewBackfill backfill, List<ScheduledRun> runs) {}
}
