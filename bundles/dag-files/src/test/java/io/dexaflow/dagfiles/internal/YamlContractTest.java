// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.dagfiles.internal;

import io.dexaflow.dag.DagParser;
import io.dexaflow.dag.DagParserContract;

/** YAML keeps what every format of DAG files must. */
class YamlContractTest extends DagParserContract {

    @Override
    protected DagParser parser() {
        return new FileDagParser();
    }

    @Override
    protected String valid() {
        return "dag_id: contract\ntasks:\n- {task_id: first, bash: ls}\n- {task_id: second, bash: ls, depends_on: [first]}\n";
    }

    @Override
    protected String fileName() {
        return "contract.dag.yaml";
    }
}
