// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.itest.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.itest.support.Agents;
import io.dexaflow.itest.support.Dags;
import io.dexaflow.itest.support.Explanation;
import io.dexaflow.itest.support.Gate;
import io.dexaflow.itest.support.LiteHost;
import io.dexaflow.itest.support.Processes;
import io.dexaflow.itest.support.RunKey;
import io.dexaflow.itest.support.Trace;
import io.dexaflow.itest.support.Waits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Agents that stand still, and tasks that do not make it easy to end what a dead agent has left. */
class AgentsIT {

    @RegisterExtension static final LiteHost host = LiteHost.fresh("agents");

    private static final Lab LAB = new Lab(host);

    @BeforeEach
    void settle() {
        LAB.settle();
    }

    @Test
    @DisplayName("T129: an agent that stands still for three minutes is deferred, and goes on")
    void agentThatStandsStillIsDeferredAndGoesOn() {
        Trace trace = LAB.trace("still");
        try (Gate gate = LAB.gate("still")) {
            RunKey run = LAB.begun("still", trace, gate);
            LAB.awaitBeat(run, "t");
            long agent = Agents.only(host.place());
            Processes.signal("STOP", agent);
            LAB.pass(Duration.ofSeconds(185));
            LAB.cycle();
            gate.open();
            trace.awaitEnded(1);
            LAB.cycle();
            assertThat(LAB.state(run, "t")).isEqualTo("running");
            Explanation why = LAB.why(run, "t");
            assertThat(why.count("agent_lost_process_alive")).isGreaterThanOrEqualTo(2);
            assertThat(why.sentence("agent_lost_process_alive")).contains("agent " + agent + " is alive")
                    .contains("last heartbeat");
            Processes.signal("CONT", agent);
            LAB.assertUndisturbed(run, "t", trace);
        }
    }

    @Test
    @DisplayName("T130, T131: what a dead agent left: one that obeys SIGTERM, one that does not, one with an escapee, one"
            + " without a leader")
    void whatADeadAgentLeftIsStoppedIfItIsCertainWhoseItIs() {
        Map<String, Trace> traces = Map.of("polite", LAB.trace("polite"), "stubborn", LAB.trace("stubborn"), "escapee",
                LAB.trace("escapee"), "headless", LAB.trace("headless"));
        // Its agent reads what a task says. Without one, what bash has to say about its child would end it before its trap.
        Path word = host.place().files().resolve("word");
        try (Gate gate = LAB.gate("left"); Gate head = LAB.gate("head")) {
            RunKey run = host.run("left", "dag_id: left\ntasks:\n"
                    + task(traces, "polite",
                            "exec 2> /dev/null\ntrap 'echo asked >> " + word + "; exit 143' TERM\n" + gate.pass())
                    + task(traces, "stubborn", "trap '' TERM\n" + gate.pass())
                    + task(traces, "escapee", "setsid sleep 71 9>&- > /dev/null 2>&1 &\n" + gate.pass())
                    + task(traces, "headless", "sleep 72 > /dev/null 2>&1 &\n" + head.pass()));
            LAB.awaitBeat(run, "polite", "stubborn", "escapee", "headless");
            Agents.kill(host.place());
            head.open();
            traces.get("headless").awaitEnded(1);
            long leader = traces.get("headless").leader();
            Waits.until("its leader is gone", () -> !Processes.isAlive(leader));
            LAB.pass(Lab.SILENT);
            LAB.cycle();
            for (String task : List.of("polite", "stubborn", "escapee")) {
                LAB.assertMarked(run, task, "agent_lost");
                assertThat(Processes.inGroup(traces.get(task).leader())).as(task).isEmpty();
            }
            assertThat(word).content().isEqualTo("asked\n");
            assertThat(LAB.state(run, "headless")).isEqualTo("running");
            assertThat(Processes.inGroup(leader)).as("not signalled").hasSize(1);
            assertThat(LAB.why(run, "headless").sentence("agent_lost_process_alive")).contains("leader");

            Processes.signal("KILL", -leader);
            LAB.cycleUntil("it is lost", () -> LAB.state(run, "headless").equals("failed"));
            gate.open();
            LAB.assertSuccessOnceReplaced(run);
            for (String task : List.of("polite", "stubborn", "escapee")) {
                LAB.assertReplacedOnce(run, task, "agent_lost_orphan_stopped");
                traces.get(task).assertExecutions(2, 1);
            }
            LAB.assertReplacedOnce(run, "headless", "agent_lost");
            traces.get("headless").assertExecutions(2, 2);
        } finally {
            endEscapees();
        }
    }

    private static String task(Map<String, Trace> traces, String taskId, String body) {
        return Dags.task(taskId, traces.get(taskId).around(body));
    }

    /** Those that left their group are not reached, by design; we have started them, so we end them. */
    private static void endEscapees() {
        Processes.of(host.place().root())
                .stream()
                .filter(seen -> seen.words().matches("sleep 7[12]"))
                .forEach(seen -> Processes.signal("KILL", seen.pid()));
    }

    @Test
    @DisplayName("design 6.4, 6.5: a user's verdict on a task, or on its run, ends the task's process at once")
    void usersVerdictEndsTheProcess() {
        Map<String, Trace> traces = Map.of("bad", LAB.trace("bad"), "good", LAB.trace("good"), "whole",
                LAB.trace("whole"));
        Trace next = LAB.trace("next");
        try (Gate gate = LAB.gate("verdict")) {
            RunKey run = host.run("verdict", "dag_id: verdict\ntasks:\n"
                    + Lab.traced("bad", traces.get("bad"), gate, "retries: 3", "retry_delay_seconds: 0")
                    + Lab.traced("good", traces.get("good"), gate)
                    + Dags.task("next", next.around("true"), "depends_on: [good]"));
            RunKey other = host.run("whole", "dag_id: whole\ntasks:\n" + Lab.traced("t", traces.get("whole"), gate));
            traces.values().forEach(trace -> trace.awaitBegun(1));
            settleTask(run, "bad", "failed");
            settleTask(run, "good", "success");
            host.api().patch(other.path(), Map.of("state", "failed")).ok();
            traces.values()
                    .forEach(trace -> Waits.until("the group of " + trace.file() + " is gone", Duration.ofSeconds(20),
                            () -> Processes.inGroup(trace.leader()).isEmpty()));
            assertThat(host.api().awaitEnd(run)).isEqualTo("failed");
            assertThat(host.api().awaitEnd(other)).isEqualTo("failed");
            assertThat(LAB.state(run, "bad")).isEqualTo("failed");
            assertThat(LAB.row(run, "bad").get("last_failure_kind")).isNotEqualTo("infra");
            assertThat(LAB.state(run, "good")).isEqualTo("success");
            next.assertExecutions(1, 1);
            traces.values().forEach(trace -> trace.assertExecutions(1, 0));
            assertThat(LAB.why(run, "bad").toString()).contains("user");
            LAB.pass(Lab.SILENT);
            LAB.cycle();
            traces.values().forEach(trace -> trace.assertExecutions(1, 0));
        }
    }

    private static void settleTask(RunKey run, String taskId, String state) {
        host.api().patch(run.path() + "/taskInstances/" + taskId, Map.of("new_state", state)).ok();
    }
}
