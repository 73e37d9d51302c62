// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.dags;

import io.dexaflow.rest.internal.http.Request;

/** The paths of Airflow's API that several resources begin with. */
final class Paths {

    static final String DAGS = "/api/v2/dags";
    static final String DAG = DAGS + "/{dag_id}";
    static final String RUNS = DAG + "/dagRuns";
    static final String RUN = RUNS + "/{dag_run_id}";
    static final String INSTANCES = RUN + "/taskInstances";
    static final String INSTANCE = INSTANCES + "/{task_id}";
    /** The same one: Airflow's map index of a task that is not mapped. */
    static final String UNMAPPED_INSTANCE = INSTANCE + "/-1";

    /** Stands in the place of an id for all there are. */
    static final String ALL = "~";

    private Paths() {}

    /** The id in the path, null where it stands for all. */
    static String wanted(Request request, String name) {
        String id = request.value(name);
        return ALL.equals(id) ? null : id;
    }
}
