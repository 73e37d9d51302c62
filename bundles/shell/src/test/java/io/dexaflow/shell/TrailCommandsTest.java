// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands about leadership, reapers and decisions. */
class TrailCommandsTest {

    private final MaintenanceCommands maintenance = new MaintenanceCommands(Fakes.maintenance(true));
    private final WhyCommands why = new WhyCommands(Fakes.why());
    private final MarkCommands mark = new MarkCommands(Fakes.runControl());

    @Test
    void gateSaysWhetherReapersAct() {
        assertThat(gate(true, true, false).gate(given())).isEqualTo(
                "leader   yes, since " + "2026-01-31T12:00:00Z" + ", term 3\nreapers  act");
        assertThat(gate(true, false, false).gate(given())).endsWith("wait for grace, pods; the grace ends "
                + "2026-01-31T12:03:00Z");
        assertThat(gate(true, false, true).gate(given()))
                .endsWith("act although not settled (the valve is open); pending: grace, pods");
        assertThat(gate(false, false, false).gate(given())).isEqualTo("leader   no\nreapers  wait for leadership");
        assertThat(gate(true, true, false).gate(given("--json"))).isEqualTo("{\"leader\":true,"
                + "\"holder\":\"this host\",\"term\":3,\"leader_since\":\"2026-01-31T12:00:00Z\",\"settled\":true,"
                + "\"pending\":[],\"valve_open\":false,\"settles_at\":\"2026-01-31T12:03:00Z\"}");
    }

    @Test
    void leaderSaysSinceWhen() {
        assertThat(gate(true, true, false).leader(given()))
                .isEqualTo("leader  yes, since " + "2026-01-31T12:00:00Z" + ", term 3");
        assertThat(gate(false, false, false).leader(given())).isEqualTo("leader  no");
        assertThat(gate(false, false, false).leader(given("--json"))).contains("\"leader\":false", "\"term\":0");
    }

    @Test
    void reapersListsTheirLastPasses() {
        String pass = "2026-01-31T12:00:00Z";

        assertThat(maintenance.reapers(given()).lines()).containsExactly(
                "REAPER      LAST PASS             TOOK    CANDIDATES  MARKED  DECISIONS",
                "agent-lost  " + pass + "  250 ms  13          1       agent_lost 1, agent_lost_process_alive 12",
                "mine        none yet                      0           0");
        assertThat(maintenance.reapers(given("--json"))).contains("\"last_pass\":\"2026-01-31T12:00:00Z\"",
                "\"took_seconds\":0.25", "\"last_pass\":null", "\"agent_lost\":1");
    }

    @Test
    void cycleSaysWhatEachPhaseDid() {
        assertThat(maintenance.cycle(given())).isEqualTo("retention: done\nagent-lost: 13 candidates, 1 marked");
        assertThat(maintenance.cycle(given("--json")))
                .isEqualTo("{\"cycle\":[\"retention: done\",\"agent-lost: 13 candidates, 1 marked\"]}");
        assertThat(failure(() -> new MaintenanceCommands(Fakes.maintenance(false)).cycle(given())))
                .returns(CommandFailure.NOT_READY, CommandFailure::exitCode)
                .hasMessage("this host does not lead");
    }

    @Test
    void whyTellsALineForEachDecisionAndWhatItWaitsFor() {
        assertThat(why.why(given("sales", "r", "load")).lines()).containsExactly(
                "2026-01-31T12:00:00Z" + " dispatcher queued it",
                "2026-01-31T12:00:31Z" + " agent-lost deferred: agent 4711 is alive?[2J (12 times, last "
                        + "2026-01-31T12:06:31Z" + ")",
                "Waits for its own end.");
        assertThat(why.why(given("sales", "r", "load", "--json"))).startsWith("{\"dag_id\":\"sales\","
                + "\"dag_run_id\":\"r\",\"task_id\":\"load\",\"state\":\"running\",\"try_number\":1,\"epoch\":2,"
                + "\"entries\":[{\"at\":\"2026-01-31T12:00:00Z\",\"actor\":\"dispatcher\"")
                .contains("\"count\":12", "\"last_at\":\"2026-01-31T12:06:31Z\"", "\"evidence\":{\"pid\":\"4711\"}")
                .endsWith("\"waits_for\":\"its own end\"}");
    }

    @Test
    void whyOfWhatIsNotThereIsBadInput() {
        assertThat(failure(() -> why.why(given("sales", "r", "nope")))).returns(2, CommandFailure::exitCode)
                .hasMessage("there is no task 'nope'");
        assertThat(failure(() -> why.why(given("sales", "r")))).hasMessageContaining("TASK_ID is missing");
    }

    @ParameterizedTest
    @ValueSource(strings = {"success", "failed", "skipped"})
    void markGivesAVerdict(String verdict) {
        assertThat(mark.mark(given("sales", "r", "load", verdict))).isEqualTo("load is " + verdict);
        assertThat(mark.mark(given("sales", "r", "load", verdict, "--json"))).isEqualTo("{\"dag_id\":\"sales\","
                + "\"dag_run_id\":\"r\",\"task_id\":\"load\",\"state\":\"" + verdict + "\"}");
    }

    @Test
    void markSaysWhatIsWrong() {
        assertThat(failure(() -> mark.mark(given("sales", "r", "load", "running")))).returns(2,
                CommandFailure::exitCode).hasMessage("running: success, failed or skipped is expected");
        assertThat(failure(() -> mark.mark(given("sales", "r", "nope", "failed")))).returns(2,
                CommandFailure::exitCode).hasMessage("there is no task nope");
    }

    @Test
    void eachHasHelp() {
        String[] help = given("--help");

        assertThat(gate(true, true, false).gate(help)).contains("gate [options]", "--json");
        assertThat(gate(true, true, false).leader(help)).contains("leader [options]", "--json");
        assertThat(maintenance.reapers(help)).contains("reapers [options]");
        assertThat(maintenance.cycle(help)).contains("every gate applies");
        assertThat(why.why(help)).contains("why DAG_ID RUN_ID TASK_ID [options]");
        assertThat(mark.mark(help)).contains("mark DAG_ID RUN_ID TASK_ID success|failed|skipped [options]");
    }

    private static GateCommands gate(boolean leads, boolean settled, boolean valveOpen) {
        return new GateCommands(Fakes.gate(leads, settled, valveOpen));
    }

    private static String[] given(String... arguments) {
        return arguments;
    }

    private static CommandFailure failure(Runnable call) {
        return catchThrowableOfType(CommandFailure.class, call::run);
    }
}
