// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.store;

import io.dexaflow.store.Readings.Page;
import io.dexaflow.store.Readings.Paging;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The audit: who did what, and what it was before and after. Rows are only ever added. */
public interface EventLedger {

    /** Writes one down, at the database's time; its id. */
    long record(Event event);

    /**
     * Events, oldest first unless the order says otherwise.
     *
     * @throws IllegalArgumentException when the order is not known
     */
    Page<EventRow> list(EventFilter filter, Paging paging);

    /** One event. */
    Optional<EventRow> find(long id);

    /**
     * Something that an operator did.
     *
     * @param event a short name of what was done, as Airflow has it: {@code trigger_dag_run}, {@code delete_pool}
     * @param owner who did it
     * @param subject what it was done to
     * @param extraJson a JSON object with what was before and after; null for none
     */
    record Event(String event, String owner, EventSubject subject, String extraJson) {}

    /**
     * What something was done to; null where it does not apply.
     *
     * @param runId Airflow's run id
     */
    record EventSubject(String dagId, String runId, String taskId, Integer tryNumber, Instant logicalDate) {

        /** What belongs to no DAG. */
        public static final EventSubject NONE = new EventSubject(null, null, null, null, null);

        /** A DAG. */
        public static EventSubject dag(String dagId) {
            return new EventSubject(dagId, null, null, null, null);
        }
    }

    /** A row of the audit. */
    record EventRow(long id, Instant at, String event, String owner, String dagId, String runId, String taskId,
            Integer tryNumber, Instant logicalDate, String extraJson) {}

    /**
     * Which events.
     *
     * @param exact what must be just so
     * @param like what must be like something
     * @param included the only events wanted; empty for all
     * @param excluded events that are not wanted
     * @param when when it was done
     */
    record EventFilter(Exact exact, Like like, Set<String> included, Set<String> excluded, TimeRange when) {

        /** All of them. */
        public static final EventFilter ALL = new EventFilter(new Exact(null, null, null, null, null, null),
                new Like(List.of(), List.of(), List.of(), List.of(), List.of()), Set.of(), Set.of(), TimeRange.ANY);
    }

    /** Values; null for any. */
    record Exact(String dagId, String runId, String taskId, Integer tryNumber, String owner, String event) {}

    /** Patterns as SQL's {@code ilike} has them, of which any is enough; empty for no wish. */
    record Like(List<String> dagId, List<String> runId, List<String> taskId, List<String> owner,
            List<String> event) {}
}
