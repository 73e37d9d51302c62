// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.itest.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.itest.support.Agents;
import io.dexaflow.itest.support.Clock;
import io.dexaflow.itest.support.Dags;
import io.dexaflow.itest.support.Frozen;
import io.dexaflow.itest.support.Gate;
import io.dexaflow.itest.support.LiteHost;
import io.dexaflow.itest.support.Processes;
import io.dexaflow.itest.support.Result;
import io.dexaflow.itest.support.RunKey;
import io.dexaflow.itest.support.Trace;
import io.dexaflow.itest.support.Waits;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The database away while tasks end, and time that jumps. An outage begins with real seconds, in which the tasks end and
 * cannot say so; the rest of it is the clock's row, moved before anyone gets an answer.
 */
class OutagesIT {

    @RegisterExtension static final LiteHost host = LiteHost.fresh("outages");

    private static final Lab LAB = new Lab(host);
    private static final List<String> TASKS = List.of("a", "b", "c");
    private static final Duration TOKENS_LIFE = Duration.ofMinutes(10);
    /** By then the host has answered what it was asked before, if only that it cannot. */
    private static final Duration ANSWERED = Duration.ofSeconds(4);

    @BeforeEach
    void settle() {
        LAB.settle();
        // One of before may hold a token that a jump has made worthless.
        LAB.freshAgent();
    }

    /** What ended while the database was away. */
    private record Outage(RunKey run, List<Trace> traces) {}

    /** Three tasks that end while nobody can be told; the database is away for the time, that many seconds of it really. */
    private static Outage outage(String name, Duration real, Duration whole) {
        List<Trace> traces = TASKS.stream().map(task -> LAB.trace(name + "-" + task)).toList();
        try (Gate gate = LAB.gate(name)) {
            StringBuilder yaml = new StringBuilder("dag_id: " + name + "\ntasks:\n");
            for (int i = 0; i < TASKS.size(); i++) {
                yaml.append(Lab.traced(TASKS.get(i), traces.get(i), gate));
            }
            RunKey run = host.run(name, yaml.toString());
            traces.forEach(trace -> trace.awaitBegun(1));
            try (Frozen frozen = Frozen.databaseOf(host)) {
                gate.open();
                traces.forEach(trace -> trace.awaitEnded(1));
                away(real);
                comeBack(frozen, whole.minus(real));
            }
            return new Outage(run, traces);
        }
    }

    private static void away(Duration time) {
        Waits.throughout("the database is away", time, () -> true);
    }

    /**
     * The server comes back that much later. Whoever judges a token goes by the time that has really passed until it has
     * seen the database's clock, so for a jump beyond a token's life the agent stands still until then.
     */
    private static void comeBack(Frozen frozen, Duration jump) {
        boolean outlivesTokens = jump.compareTo(TOKENS_LIFE) > 0;
        if (outlivesTokens) {
            Processes.signal("STOP", Agents.of(host.place()));
            away(ANSWERED);
        }
        Clock.move(frozen.rows(), jump);
        frozen.crash();
        LAB.awaitDatabase();
        if (outlivesTokens) {
            seen();
            Processes.signal("CONT", Agents.of(host.place()));
        }
    }

    @ParameterizedTest(name = "T110, T140: the database is away for {1} s while three tasks end: one execution each")
    @CsvSource({"18, 30", "4, 90", "4, 240"})
    void outageWithinATokensLifeCostsNothing(int real, int whole) {
        Outage outage = outage("away-" + whole, Duration.ofSeconds(real), Duration.ofSeconds(whole));
        LAB.cycleUntil("a cycle", () -> true);
        for (int i = 0; i < TASKS.size(); i++) {
            LAB.assertUndisturbed(outage.run(), TASKS.get(i), outage.traces().get(i));
        }
    }

    @Test
    @DisplayName("T142, design 6.23: the database is away for 700 s, longer than a token lives: one re-execution, and why")
    void outageBeyondATokensLifeCostsOneExecution() {
        assertReExecuted(outage("away-700", Duration.ofSeconds(2), Duration.ofSeconds(700)));
    }

    @ParameterizedTest(name = "T110, T140, T142: really away for {0} s")
    @Tag("long")
    @CsvSource({"30", "90", "240", "700"})
    void outageInRealTime(int seconds) {
        Outage outage = outage("really-" + seconds, Duration.ofSeconds(seconds), Duration.ofSeconds(seconds));
        if (seconds > 600) {
            assertReExecuted(outage);
            return;
        }
        for (int i = 0; i < TASKS.size(); i++) {
            LAB.assertUndisturbed(outage.run(), TASKS.get(i), outage.traces().get(i));
        }
    }

    private static void assertReExecuted(Outage outage) {
        LAB.cycleUntil("all are lost", () -> TASKS.stream()
                .noneMatch(task -> LAB.state(outage.run(), task).equals("running")));
        LAB.assertSuccessOnceReplaced(outage.run());
        for (int i = 0; i < TASKS.size(); i++) {
            outage.traces().get(i).assertExecutions(2, 2);
            assertThat(LAB.row(outage.run(), TASKS.get(i))).containsEntry("try_number", 1)
                    .containsEntry("infra_attempts", 1);
            assertThat(LAB.why(outage.run(), TASKS.get(i)).labels()).containsSubsequence("report_running",
                    "infra_replace", "report_success");
            assertThat(LAB.why(outage.run(), TASKS.get(i)).toString()).containsAnyOf("agent_lost\"",
                    "agent_lost_never_heartbeated\"");
        }
    }

    @Test
    @DisplayName("D22: the wall clock steps back two hours: loops keep pace, one execution, no mark")
    void clockStepsBackTwoHours() {
        Trace trace = LAB.trace("earlier");
        try (Gate gate = LAB.gate("earlier")) {
            RunKey run = LAB.begun("earlier", trace, gate);
            LAB.awaitBeat(run, "t");
            LAB.pass(Duration.ofHours(-2));
            seen();
            LAB.cycle();
            assertKeepsPace("pace-earlier");
            gate.open();
            LAB.assertUndisturbed(run, "t", trace);
        } finally {
            LAB.pass(Duration.ofHours(2));
        }
    }

    @Test
    @Tag("long")
    @DisplayName("D22: the wall clock steps back two hours: reapers are held back for the grace and no longer")
    void reapersActAgainAfterAStepBack() {
        Trace trace = LAB.trace("reaped");
        LAB.pass(Duration.ofHours(-2));
        try (Gate gate = LAB.gate("reaped")) {
            seen();
            RunKey run = LAB.begun("reaped", trace, gate);
            Agents.kill(host.place());
            Processes.signal("KILL", -trace.leader());
            LAB.pass(Lab.SILENT);
            Waits.until("it is lost", Duration.ofSeconds(240), () -> !LAB.state(run, "t").equals("running"));
            gate.open();
            LAB.assertSuccessOnceReplaced(run);
            trace.assertExecutions(2, 1);
        } finally {
            LAB.pass(Duration.ofHours(2));
        }
    }

    @Test
    @DisplayName("D22: the wall clock steps ahead two hours: what runs is not ended, and runs again as its token is worth"
            + " nothing any more")
    void clockStepsAheadTwoHours() {
        Trace trace = LAB.trace("later");
        try (Gate gate = LAB.gate("later")) {
            RunKey run = LAB.begun("later", trace, gate);
            LAB.pass(Duration.ofHours(2));
            seen();
            LAB.cycle();
            assertThat(LAB.state(run, "t")).isEqualTo("running");
            assertThat(Processes.inGroup(trace.leader())).isNotEmpty();
            assertKeepsPace("pace-later");
            gate.open();
            trace.awaitEnded(1);
            LAB.cycleUntil("it is lost", () -> !LAB.state(run, "t").equals("running"));
            LAB.assertSuccessOnceReplaced(run);
            trace.assertExecutions(2, 2);
            assertThat(LAB.why(run, "t").labels()).contains("infra_replace");
        }
    }

    /** A host looks at the database's clock once a second. */
    private static void seen() {
        Waits.throughout("the host may not have seen the clock", Duration.ofMillis(1_200), () -> true);
    }

    private static void assertKeepsPace(String name) {
        Trace trace = LAB.trace(name);
        RunKey run = host.run(name, Dags.oneTask(name, trace.around("true")));
        assertThat(host.api().awaitEnd(run)).as(host.api().describe(run)).isEqualTo("success");
        trace.assertExecutions(1, 1);
    }

    @Test
    @DisplayName("a second host on the same home is refused, and the first one's tasks never notice")
    void secondHostOnTheSameHomeIsRefused() {
        Trace trace = LAB.trace("second");
        try (Gate gate = LAB.gate("second")) {
            RunKey run = LAB.begun("second", trace, gate);
            long agent = Agents.only(host.place());
            Result second = host.dexaflow("lite", "--port", "0").run();
            assertThat(second.exitCode()).as(second.all()).isEqualTo(78);
            assertThat(Agents.only(host.place())).isEqualTo(agent);
            gate.open();
            LAB.assertUndisturbed(run, "t", trace);
        }
    }
}
