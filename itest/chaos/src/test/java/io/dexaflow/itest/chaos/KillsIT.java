// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.itest.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.itest.support.Agents;
import io.dexaflow.itest.support.Gate;
import io.dexaflow.itest.support.Leftovers;
import io.dexaflow.itest.support.LiteHost;
import io.dexaflow.itest.support.Processes;
import io.dexaflow.itest.support.RunKey;
import io.dexaflow.itest.support.Trace;
import io.dexaflow.itest.support.Waits;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** {@code kill -9} of each process there is, and of all at once. */
class KillsIT {

    @RegisterExtension static final LiteHost host = LiteHost.fresh("kills");

    private static final Lab LAB = new Lab(host);

    @Test
    @DisplayName("T136, T143, T146: the host; its tasks live on, and no reaper acts before the next one has settled")
    void hostIsKilled() {
        Trace trace = LAB.trace("host");
        try (Gate gate = LAB.gate("host")) {
            RunKey run = LAB.begun("host", trace, gate);
            host.kill();
            host.start();
            Waits.until("the host leads", () -> host.api().get("/dexaflow/v1/gate").get("leader").asBoolean());
            LAB.pass(Lab.SILENT);
            assertThat(host.dexaflow("shell", "cycle").run().out()).contains("grace");
            assertThat(metric("reap_settling_skip")).isPositive();
            assertThat(metric("reap_settling_valve_open")).isZero();
            LAB.settle();
            LAB.cycle();
            gate.open();
            LAB.assertUndisturbed(run, "t", trace);
            assertThat(metric("agent_lost") + metric("dispatch_lost") + metric("orphan_reaped")).isZero();
            assertThat(host.dexaflow("why", run.dagId(), run.runId(), "t").run().out()).contains("report_success");
        }
    }

    private static double metric(String label) {
        return host.api()
                .text("/metrics")
                .ok()
                .text()
                .lines()
                .filter(line -> line.startsWith("dexaflow_scheduler_decisions_total{")
                        && line.contains("decision_type=\"" + label + "\""))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    @Test
    @DisplayName("T138: the agent host before its first heartbeat; the group is waited for and not stopped, then lost")
    void agentIsKilledBeforeItsFirstHeartbeat() {
        Trace trace = LAB.trace("agent");
        LAB.settle();
        try (Gate gate = LAB.gate("agent")) {
            LAB.freshAgent();
            RunKey run = LAB.begun("agent", trace, gate);
            Agents.kill(host.place());
            assertThat(LAB.row(run, "t").get("last_heartbeat_at")).isNull();
            LAB.pass(Lab.SILENT);
            LAB.cycle();
            assertThat(LAB.state(run, "t")).isEqualTo("running");
            assertThat(Processes.inGroup(trace.leader())).isNotEmpty();
            gate.open();
            trace.awaitEnded(1);
            LAB.cycleUntil("it is lost", () -> !LAB.state(run, "t").equals("running"));
            LAB.assertSuccessOnceReplaced(run);
            trace.assertExecutions(2, 2);
            LAB.assertReplacedOnce(run, "t", "agent_lost_never_heartbeated_process_alive");
            assertThat(LAB.why(run, "t").labels()).contains("agent_lost_never_heartbeated");
        }
    }

    @Test
    @DisplayName("T130: agent host and host together; the next host stops the orphan and places it again")
    void agentAndHostAreKilledTogether() {
        Trace trace = LAB.trace("both");
        try (Gate gate = LAB.gate("both")) {
            RunKey run = LAB.begun("both", trace, gate);
            LAB.awaitBeat(run, "t");
            Processes.signal("KILL", List.of(host.server().pid(), Agents.only(host.place())));
            host.kill();
            host.start();
            LAB.settle();
            LAB.cycle();
            LAB.assertMarked(run, "t", "agent_lost");
            assertThat(Processes.inGroup(trace.leader())).isEmpty();
            gate.open();
            LAB.assertSuccessOnceReplaced(run);
            trace.assertExecutions(2, 1);
            LAB.assertReplacedOnce(run, "t", "agent_lost_orphan_stopped");
        }
    }

    @Test
    @DisplayName("the task's leader, and the whole task group; a retry, no two at a time")
    void leaderAndGroupAreKilled() {
        Trace leader = LAB.trace("leader");
        Trace group = LAB.trace("group");
        try (Gate gate = LAB.gate("task")) {
            RunKey run = host.run("task", "dag_id: task\ntasks:\n"
                    + Lab.traced("leader", leader, gate, "retries: 1", "retry_delay_seconds: 0")
                    + Lab.traced("group", group, gate, "retries: 1", "retry_delay_seconds: 0"));
            leader.awaitBegun(1);
            group.awaitBegun(1);
            Processes.signal("KILL", leader.leader());
            Processes.signal("KILL", -group.leader());
            leader.awaitBegun(2);
            group.awaitBegun(2);
            gate.open();
            assertThat(host.api().awaitEnd(run)).as(host.api().describe(run)).isEqualTo("success");
            for (Trace trace : List.of(leader, group)) {
                trace.assertExecutions(2, 1);
                assertThat(trace.tries()).containsExactly(1, 2);
            }
            for (String task : List.of("leader", "group")) {
                assertThat(LAB.row(run, task)).containsEntry("infra_attempts", 0);
                assertThat(LAB.why(run, task).labels()).containsSubsequence("report_failed", "retry", "report_success");
                assertThat(LAB.why(run, task).sentence("report_failed")).contains("signal 9");
            }
        }
    }

    @Test
    @DisplayName("the postmaster, while one task runs and another ends")
    void postmasterIsKilled() {
        Trace runs = LAB.trace("runs");
        Trace ends = LAB.trace("ends");
        try (Gate later = LAB.gate("later"); Gate now = LAB.gate("now")) {
            RunKey run = host.run("postmaster", "dag_id: postmaster\ntasks:\n" + Lab.traced("runs", runs, later)
                    + Lab.traced("ends", ends, now));
            runs.awaitBegun(1);
            ends.awaitBegun(1);
            long postmaster = postmaster();
            Processes.signal("KILL", postmaster);
            now.open();
            ends.awaitEnded(1);
            Waits.until("another one serves", () -> postmasters().stream().anyMatch(pid -> pid != postmaster));
            LAB.awaitDatabase();
            later.open();
            LAB.assertUndisturbed(run, "runs", runs);
            LAB.assertUndisturbed(run, "ends", ends);
        }
    }

    private static long postmaster() {
        assertThat(postmasters()).hasSize(1);
        return postmasters().getFirst();
    }

    private static List<Long> postmasters() {
        return Leftovers.databasesOf(host.place()).stream().map(Processes.Seen::pid).toList();
    }

    @Test
    @DisplayName("T128, T138: everything at once; the next host finds nothing alive and places it again")
    void everythingIsKilledAtOnce() {
        Trace trace = LAB.trace("all");
        LAB.freshAgent();
        try (Gate gate = LAB.gate("all")) {
            RunKey run = LAB.begun("all", trace, gate);
            List<Long> everything = Processes.of(host.place().root())
                    .stream()
                    .filter(seen -> !seen.words().contains("echo held"))
                    .map(Processes.Seen::pid)
                    .toList();
            assertThat(everything).contains(host.server().pid(), postmaster(), Agents.only(host.place()),
                    trace.leader());
            Processes.signal("KILL", everything);
            host.kill();
            gate.open();
            host.start();
            LAB.settle();
            LAB.cycle();
            LAB.assertMarked(run, "t", "agent_lost");
            LAB.assertSuccessOnceReplaced(run);
            trace.assertExecutions(2, 1);
            assertThat(LAB.row(run, "t")).containsEntry("try_number", 1).containsEntry("infra_attempts", 1);
            assertThat(LAB.why(run, "t").labels()).containsSubsequence("report_running", "infra_replace",
                    "report_success");
        }
    }
}
