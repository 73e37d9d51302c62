// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.store;

import java.util.Set;
import java.util.UUID;

/** What the rows of a list of runs, task instances or XCom entries have to fulfil; of several conditions all must hold. */
public sealed interface Condition {

    /**
     * What a condition is about. Those of the task instance do not apply to lists of runs; XCom entries have those of their
     * run, the task's id and the key.
     */
    enum Attribute {
        DAG_ID, RUN_ID, CONF, TRIGGERED_BY, VERSION_NUMBER, RUN_AFTER, LOGICAL_DATE, START_DATE, END_DATE, UPDATED_AT,
        DURATION, TASK_ID, POOL, OPERATOR, EXECUTOR, TRY_NUMBER, XCOM_KEY
    }

    /** How a duration is compared with a limit. */
    enum Comparison {
        GTE, GT, LTE, LT
    }

    /** The attribute, as text, is one of these; nothing is for an empty set. */
    record OneOf(Attribute attribute, Set<String> values) implements Condition {

        public OneOf {
            values = Set.copyOf(values);
        }
    }

    /** The attribute, as text, is like one of these patterns of SQL, whatever the case. */
    record Like(Attribute attribute, Set<String> patterns) implements Condition {

        public Like {
            patterns = Set.copyOf(patterns);
        }
    }

    /** A time within a range; what has no such time does not fulfil it. */
    record Within(Attribute attribute, TimeRange range) implements Condition {}

    /** A duration on one side of a limit; what has no end or no start does not fulfil it. */
    record Lasts(Comparison comparison, double seconds) implements Condition {}

    /** Just these task instances. */
    record TaskInstances(Set<UUID> ids) implements Condition {

        public TaskInstances {
            ids = Set.copyOf(ids);
        }
    }
}
