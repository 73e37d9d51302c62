// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.dags;

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

    private Paths() {}
}
