// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.itest.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dexaflow.itest.support.Agents;
import io.dexaflow.itest.support.Clock;
import io.dexaflow.itest.support.Dags;
import io.dexaflow.itest.support.Explanation;
import io.dexaflow.itest.support.Gate;
import io.dexaflow.itest.support.LiteHost;
import io.dexaflow.itest.support.Rows;
import io.dexaflow.itest.support.RunKey;
import io.dexaflow.itest.support.Shell;
import io.dexaflow.itest.support.Trace;
import io.dexaflow.itest.support.Waits;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

/**
 * What these tests do to a host again and again. Connections are opened anew each time: the database is among what gets
 * killed.
 *
 * @param host on which host
 */
record Lab(LiteHost host) {

    /** Past the agent-lost threshold. */
    static final Duration SILENT = Duration.ofSeconds(91);
    /** Past the dispatch-lost threshold. */
    static final Duration STUCK = Duration.ofSeconds(181);
    /** Past the longest wait before a first re-place: 5 s and 30 s of jitter (R44, R45). */
    static final Duration REPLACED = Duration.ofSeconds(36);

    private static final int GRACE_SECONDS = 181;
    private static final Duration BEAT = Duration.ofSeconds(40);
    private static final String OF_TASK = " from dexaflow.task_instance t join dexaflow.dag_run r on r.id = t.run_id"
            + " where r.dag_id = ? and r.run_id = ? and t.task_id = ?";

    /** A task whose executions are counted and wait for a gate, an item of {@code tasks}. */
    static String traced(String taskId, Trace trace, Gate gate, String... keys) {
        return Dags.task(taskId, trace.around(gate.pass()), keys);
    }

    /** A run of one such task, {@code t}, that has begun. */
    RunKey begun(String name, Trace trace, Gate gate, String... keys) {
        RunKey run = host.run(name, "dag_id: " + name + "\ntasks:\n" + traced("t", trace, gate, keys));
        trace.awaitBegun(1);
        return run;
    }

    /** Sees to it that the next attempt is a fresh agent's, whose first heartbeat is 15 s away. */
    void freshAgent() {
        Agents.kill(host.place());
    }

    /** A trace of this host's place. */
    Trace trace(String name) {
        return Trace.in(host.place(), name);
    }

    /** A closed gate of this host's place. */
    Gate gate(String name) {
        return Gate.closed(host.place(), name);
    }

    /** Lets time pass, for the database and all who go by it. */
    void pass(Duration time) {
        new Clock(host).move(time);
    }

    /** Waits until the host leads, and lets the grace of its leadership pass; of the next one, if it ends meanwhile. */
    void settle() {
        Waits.until("the gate is settled", () -> {
            JsonNode gate = gate();
            if (gate.get("leader").asBoolean() && !gate.get("settled").asBoolean()) {
                passGrace();
            }
            return gate.get("settled").asBoolean();
        }, () -> gate().toString());
    }

    private void passGrace() {
        try (Rows rows = host.openRows()) {
            double left = ((Number) rows.one("select extract(epoch from since - dexaflow.now()) + " + GRACE_SECONDS
                    + " as s from dexaflow.leadership").get("s")).doubleValue();
            if (left > 0) {
                Clock.move(rows, Duration.ofMillis((long) (left * 1000)));
            }
        }
    }

    private JsonNode gate() {
        return host.api().get("/dexaflow/v1/gate");
    }

    /** Waits until the database answers the host. */
    void awaitDatabase() {
        Waits.until("the database answers", () -> host.api().ask("/api/v2/dags").status() == 200, host::diagnosis);
    }

    /** One maintenance cycle now; gives what it says. */
    String cycle() {
        return new Shell(host.place()).say("cycle");
    }

    /** Cycle after cycle until it is so, under whatever leadership there is by then. */
    void cycleUntil(String what, Callable<Boolean> condition) {
        Waits.until(what, () -> {
            settle();
            return led() && condition.call();
        }, host::diagnosis);
    }

    /** A cycle, unless the leadership ends at this very moment. */
    private boolean led() {
        try {
            cycle();
            return true;
        } catch (AssertionError refused) {
            if (refused.getMessage().contains("does not lead")) {
                return false;
            }
            throw refused;
        }
    }

    /** Waits until the agent was heard of each of these tasks in its present attempt. */
    void awaitBeat(RunKey run, String... tasks) {
        Waits.until("heartbeats of " + List.of(tasks), BEAT,
                () -> Stream.of(tasks).allMatch(task -> row(run, task).get("last_heartbeat_at") != null),
                () -> host.api().describe(run));
    }

    /** A task instance as the database has it, as soon as it has it. */
    Map<String, Object> row(RunKey run, String taskId) {
        try (Rows rows = host.openRows()) {
            return Waits.forValue(taskId + " of " + run, Waits.PATIENCE,
                    () -> rows.list("select t.*" + OF_TASK, run.dagId(), run.runId(), taskId)
                            .stream()
                            .findFirst()
                            .orElse(null));
        }
    }

    /** A task instance's state as the database has it. */
    String state(RunKey run, String taskId) {
        return (String) row(run, taskId).get("state");
    }

    /** The run row's id. */
    UUID id(RunKey run) {
        try (Rows rows = host.openRows()) {
            return (UUID) rows.one("select id from dexaflow.dag_run where dag_id = ? and run_id = ?", run.dagId(),
                    run.runId()).get("id");
        }
    }

    /** What "why" says. */
    Explanation why(RunKey run, String taskId) {
        return Explanation.of(host, run, taskId);
    }

    /** Makes sure that a task instance has this mark, confirmed when it was made (T139). */
    void assertMarked(RunKey run, String taskId, String mark) {
        Map<String, Object> row = row(run, taskId);
        assertThat(row).as(taskId).containsEntry("state", "failed").containsEntry("last_failure_kind", "infra");
        assertThat((String) row.get("error_message")).startsWith(mark);
        assertThat(row.get("infra_confirmed_at")).isEqualTo(row.get("ended_at")).isNotNull();
    }

    /** Waits for the success of a run that has lost attempts, beyond the waits before they are placed again. */
    void assertSuccessOnceReplaced(RunKey run) {
        pass(REPLACED);
        assertThat(host.api().awaitEnd(run)).as(host.api().describe(run)).isEqualTo("success");
    }

    /** Makes sure that a task was placed again once, by no try of its own (T95), and that "why" says so. */
    void assertReplacedOnce(RunKey run, String taskId, String label) {
        assertThat(row(run, taskId)).as(taskId)
                .containsEntry("state", "success")
                .containsEntry("try_number", 1)
                .containsEntry("infra_attempts", 1);
        assertThat(why(run, taskId).labels()).containsSubsequence("report_running", label, "infra_replace",
                "report_running", "report_success");
    }

    /** Makes sure that a task has run once and was never taken for lost. */
    void assertUndisturbed(RunKey run, String taskId, Trace trace) {
        assertThat(host.api().awaitEnd(run)).as(host.api().describe(run)).isEqualTo("success");
        trace.assertExecutions(1, 1);
        assertThat(row(run, taskId)).containsEntry("try_number", 1)
                .containsEntry("attempt_epoch", 1)
                .containsEntry("state", "success")
                .containsEntry("infra_attempts", 0);
        assertThat(why(run, taskId).labels()).contains("report_running", "report_success")
                .doesNotContain("agent_lost", "agent_lost_never_heartbeated", "dispatch_lost", "infra_replace");
    }
}
