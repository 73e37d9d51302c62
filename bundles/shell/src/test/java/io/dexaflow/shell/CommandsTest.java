// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;

class CommandsTest {

    private final DagsCommands dags = new DagsCommands(Fakes.readings());
    private final RunsCommands runs = new RunsCommands(Fakes.readings());
    private final TasksCommands tasks = new TasksCommands(Fakes.readings());
    private final TriggerCommands trigger = new TriggerCommands(Fakes.runControl());
    private final LadderCommands ladder = new LadderCommands(Fakes.ladder());
    private final ExecutorsCommands executors = new ExecutorsCommands(Fakes.executors());

    @Test
    void dagsListsDagsAndWhatCouldNotBeRead() {
        assertThat(dags.dags(given())).isEqualTo("""
                DAG    PAUSED  VERSION  FILE
                sales  paused  4        /dags/sales.yaml
                ... and 2 more

                not imported: /dags/bad.yaml
                    bad.yaml:3: taks: unknown key""");
        assertThat(dags.dags(given("--json"))).isEqualTo("{\"dags\":[{\"dag_id\":\"sales\",\"is_paused\":true,"
                + "\"is_stale\":false,\"fileloc\":\"/dags/sales.yaml\",\"last_parsed_time\":\"2026-01-31T12:00:00Z\","
                + "\"version_number\":4}],\"total_entries\":3}");
    }

    @Test
    void aLimitIsANumberWithinBounds() {
        assertThat(dags.dags(given("--limit", "5"))).contains("sales");
        assertThat(failure(() -> dags.dags(given("--limit", "0"))).exitCode()).isEqualTo(2);
        assertThat(failure(() -> dags.dags(given("--limit", "many")))).hasMessageContaining("1 to 1000");
    }

    @Test
    void runsListsRunsOfADag() {
        assertThat(runs.runs(given("sales"))).isEqualTo("""
                DAG    RUN        STATE    TYPE    STARTED               ENDED
                sales  manual__1  running  manual  2026-01-31T12:00:00Z""");
        assertThat(runs.runs(given("--json"))).contains("\"dag_run_id\":\"manual__1\"", "\"conf\":{\"a\":1}",
                "\"end_date\":null", "\"total_entries\":1");
        assertThat(failure(() -> runs.runs(given("nope")))).returns(2, CommandFailure::exitCode)
                .hasMessage("there is no DAG nope; see: dags");
    }

    @Test
    void tasksListsTheTasksOfARun() {
        assertThat(tasks.tasks(given("sales", "manual__1"))).isEqualTo("""
                TASK  STATE  TRY  EXECUTOR  STARTED  ENDED  MESSAGE
                load  none   1/3                            first line""");
        assertThat(tasks.tasks(given("sales", "manual__1", "--json"))).contains("\"state\":null",
                "\"error_message\":\"first line\\nsecond\"");
        assertThat(failure(() -> tasks.tasks(given("sales", "other"))).exitCode()).isEqualTo(2);
    }

    @Test
    void triggerPrintsTheRunIdAlone() {
        assertThat(trigger.trigger(given("sales", "--run-id", "mine"))).isEqualTo("mine");
        assertThat(trigger.trigger(given("sales", "--logical-date", "2026-01-31T13:00:00+01:00", "--conf", "{}")))
                .isEqualTo("manual__2026-01-31T12:00:00Z__{}__shell");
        assertThat(trigger.trigger(given("sales", "--run-id", "mine", "--json")))
                .isEqualTo("{\"dag_id\":\"sales\",\"dag_run_id\":\"mine\"}");
    }

    @Test
    void triggerSaysWhatIsWrong() {
        assertThat(failure(() -> trigger.trigger(given("nope")))).returns(2, CommandFailure::exitCode)
                .hasMessage("there is no DAG nope");
        assertThat(failure(() -> trigger.trigger(given("sales", "--logical-date", "today"))))
                .hasMessageContaining("give a time with its zone");
    }

    @Test
    void ladderShowsEveryRung() {
        assertThat(ladder.ladder(given())).contains("beat < lost  beat 15 s        lost 90 s  Beats may be missed.");
        assertThat(ladder.ladder(given("--json")))
                .isEqualTo("{\"rungs\":[{\"name\":\"beat < lost\",\"lower\":{\"name\":"
                        + "\"beat\",\"seconds\":15.0},\"upper\":{\"name\":\"lost\",\"seconds\":90.0},"
                        + "\"sentence\":\"Beats may be missed.\",\"holds\":true}]}");
    }

    @Test
    void executorsListsThem() {
        assertThat(executors.executors(given())).contains(
                "subprocess  yes      2                  io.dexaflow.executors.subprocess 0.1.0");
        assertThat(executors.executors(given("--json"))).contains("\"default\":true", "\"in_flight\":2");
    }

    @Test
    void doctorFailsWhenTheHostIsNotReady() {
        DoctorCommands ready = new DoctorCommands(Fakes.doctor(true), () -> "Ready.\n");
        DoctorCommands notReady = new DoctorCommands(Fakes.doctor(false), () -> "Not ready.\n");

        assertThat(ready.doctor(given())).isEqualTo("Ready.");
        assertThat(failure(() -> notReady.doctor(given()))).returns(4, CommandFailure::exitCode)
                .hasMessage("Not ready.");
        assertThat(failure(() -> notReady.doctor(given("--json")))).hasMessage("{\"ready\":false,\"findings\":[]}");
    }

    private static String[] given(String... arguments) {
        return arguments;
    }

    private static CommandFailure failure(Runnable call) {
        return catchThrowableOfType(CommandFailure.class, call::run);
    }
}
