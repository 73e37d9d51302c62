// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.dags;

import io.dexaflow.rest.internal.http.Problem;
import io.dexaflow.rest.internal.http.Request;

/** Airflow's index of a mapped task. There are no such tasks here, and -1 says that a task is none. */
final class Mapped {

    static final int UNMAPPED = -1;

    private Mapped() {}

    /** Refuses a query that asks for a mapped task. */
    static void check(Request request) {
        Integer index = request.query().wholeNumber("map_index");
        if (index != null && index != UNMAPPED) {
            throw Problem.notFound("the task '" + request.value("task_id") + "' has no map index " + index);
        }
    }
}
