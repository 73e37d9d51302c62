// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.dagfiles.internal;

import io.dexaflow.dag.DagParser;
import io.dexaflow.dag.DagParserContract;

/** JSON keeps what every format of DAG files must. */
class JsonContractTest extends DagParserContract {

    @Override
    protected DagParser parser() {
        return new FileDagParser();
    }

    @Override
    protected String valid() {
        return """
                {"dag_id": "contract", "tasks": [{"task_id": "first", "bash": "ls"},
                  {"task_id": "second", "bash": "ls", "depends_on": ["first"]}]}
                """;
    }

    @Override
    protected String fileName() {
        return "contract.dag.json";
    }
}
