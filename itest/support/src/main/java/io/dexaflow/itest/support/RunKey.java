// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.itest.support;

/**
 * A run.
 *
 * @param dagId its DAG
 * @param runId its id within the DAG
 */
public record RunKey(String dagId, String runId) {

    /** Its path in the API. */
    public String path() {
        return "/api/v2/dags/" + Api.escaped(dagId) + "/dagRuns/" + Api.escaped(runId);
    }
}
