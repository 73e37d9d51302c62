// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.callback;

import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.model.Command;
import io.dexaflow.model.Dag;
import io.dexaflow.model.Placement;
import io.dexaflow.model.SecretRef;
import io.dexaflow.model.Task;
import io.dexaflow.model.Work;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The DAG by which a callback command is run. */
class CommandDagTest {

    private static final Duration PAUSE = Duration.ofMinutes(2);

    @Test
    void commandRunsWhereItsTaskDoesAndIsTriedAsOftenAsAUrl() {
        Dag aside = of(task(Map.of("A", "b")), "notify");

        assertThat(aside.dagId()).isEqualTo("sales~on_failure");
        assertThat(aside.schedule().expression()).isNull();
        assertThat(aside.params()).containsEntry("region", "emea");
        assertThat(aside.limits().maxActiveRuns()).isEqualTo(8);
        Task task = aside.tasks().getFirst();
        assertThat(task.placement().executor()).isEqualTo("kubernetes");
        assertThat(task.placement().pool()).as("a full pool holds up no alarm").isEqualTo(Placement.DEFAULT_POOL);
        assertThat(task.placement().kubernetes()).containsEntry("image", "x");
        assertThat(task.work().workingDir()).isEqualTo("/srv");
        assertThat(task.work().env()).containsEntry("A", "b");
        assertThat(task.work().secrets()).containsKey("S");
        assertThat(task.maxTries()).isEqualTo(5);
        assertThat(task.retry().delayAfter(1)).isEqualTo(PAUSE);
        assertThat(task.onFailure()).as("nobody is called about a call").isNull();
    }

    @Test
    void namesSpeakOfTheFailureAndNotOfTheRunThatTellsOfIt() {
        Dag aside = of(task(Map.of()), "notify", "{{ dag_id }}/{{run_id}} {{ params.region }} {{ '{{' }} x }}");

        assertThat(aside.tasks().getFirst().work().command().argv()).containsExactly("notify",
                "{{ params.dexaflow_failure.dag_id }}/{{ params.dexaflow_failure.run_id }} {{ params.region }} "
                        + "{{ '{{' }} x }}");
    }

    @Test
    void whatAnotherTaskLeftIsNotThere() {
        Dag aside = of(task(Map.of("A", "{{ xcom('a', 'b') }}", "B", "{{ ds }}")), "notify");

        assertThat(aside.tasks().getFirst().work().env()).containsOnly(Map.entry("B",
                "{{ params.dexaflow_failure.ds }}"));
        assertThat(CommandDag.needsXCom(List.of("x", "{{ xcom('a', 'b') }}"))).isTrue();
        assertThat(CommandDag.needsXCom(List.of("x", "{{ ds }}"))).isFalse();
    }

    @Test
    void dagsOwnCommandRunsInTheFolderOfItsTasks() {
        Dag aside = CommandDag.of(dag(task(Map.of("A", "b"))), null, List.of("notify"), 5, PAUSE);

        assertThat(aside.tasks().getFirst().work().workingDir()).isEqualTo("/srv");
        assertThat(aside.tasks().getFirst().work().env()).isEmpty();
        assertThat(aside.tasks().getFirst().placement()).isEqualTo(Placement.DEFAULT);
    }

    @Test
    void confHoldsWhatTheRunsHeldAndTheFailure() {
        assertThat(CommandDag.conf("{}", "{\"a\":1}")).isEqualTo("{\"dexaflow_failure\":{\"a\":1}}");
        assertThat(CommandDag.conf(" { }\n", "{}")).isEqualTo("{\"dexaflow_failure\":{}}");
        assertThat(CommandDag.conf("{\"b\": 2}", "{}")).isEqualTo("{\"dexaflow_failure\":{},\"b\": 2}");
    }

    private static Dag of(Task task, String... command) {
        return CommandDag.of(dag(task), task, List.of(command), 5, PAUSE);
    }

    private static Dag dag(Task task) {
        return new Dag("sales", null, null, null, null, Map.of("region", "emea"), null, List.of(task));
    }

    private static Task task(Map<String, String> env) {
        Work work =
                new Work(new Command(List.of("true"), null), env, Map.of("S", new SecretRef(null, "/x", null)), "/srv",
                        null);
        return new Task("load", work, null, null, null,
                new Placement("small", 3, "kubernetes", null, Map.of("image", "x")), null);
    }
}
