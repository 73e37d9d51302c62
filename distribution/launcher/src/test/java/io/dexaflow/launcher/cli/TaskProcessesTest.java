// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.launcher.client.RunKey;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class TaskProcessesTest {

    private static final RunKey RUN = new RunKey("täglich", "manual__" + System.nanoTime());

    private static Process start(String dagId, String runId) throws IOException {
        ProcessBuilder builder = new ProcessBuilder("sleep", "60");
        builder.environment().put("DEXAFLOW_DAG_ID", dagId);
        builder.environment().put("DEXAFLOW_RUN_ID", runId);
        return builder.start();
    }

    @Test
    void theProcessesOfARunAreFoundUntilTheyAreGone() throws Exception {
        Process task = start(RUN.dagId(), RUN.dagRunId());
        Process ofAnotherRun = start(RUN.dagId(), RUN.dagRunId() + "0");
        Process ofAnotherDag = start("stündlich", RUN.dagRunId());
        try {
            assertThat(TaskProcesses.of(RUN)).containsExactly(task.pid());
            task.destroyForcibly().waitFor();
            assertThat(TaskProcesses.of(RUN)).isEmpty();
        } finally {
            for (Process one : new Process[]{task, ofAnotherRun, ofAnotherDag}) {
                one.destroyForcibly().waitFor();
            }
        }
    }
}
