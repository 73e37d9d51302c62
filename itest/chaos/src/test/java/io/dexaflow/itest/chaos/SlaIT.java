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
import io.dexaflow.itest.support.Rows;
import io.dexaflow.itest.support.RunKey;
import io.dexaflow.itest.support.Trace;
import io.dexaflow.itest.support.Waits;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Each row of the SLA table (spec 3.4) that exists on Lite: threshold and one cycle, and nothing before the threshold. */
class SlaIT {

    @RegisterExtension static final LiteHost host = LiteHost.fresh("sla");

    private static final Lab LAB = new Lab(host);

    @BeforeEach
    void settle() {
        LAB.settle();
    }

    @AfterEach
    void nothingHoldsReportsBack() {
        letReportsThrough();
    }

    @Test
    @DisplayName("SLA 1, T117: a task past its declared timeout is ended by its agent")
    void taskPastItsTimeoutIsEndedByItsAgent() {
        Trace trace = LAB.trace("timeout");
        try (Gate gate = LAB.gate("timeout")) {
            RunKey run = LAB.begun("timeout", trace, gate, "execution_timeout_seconds: 2");
            assertThat(host.api().awaitEnd(run)).isEqualTo("failed");
            trace.assertExecutions(1, 0);
            assertThat(Processes.inGroup(trace.leader())).isEmpty();
            assertThat(LAB.row(run, "t")).containsEntry("last_failure_kind", "app")
                    .containsEntry("error_message", "execution_timeout: task exceeded 2s limit");
            assertThat(LAB.why(run, "t").sentence("report_failed")).contains("execution_timeout");
        }
    }

    @Test
    @DisplayName("SLA 2, T15, T35, T128, T130, T139: a silent agent's attempts are lost after 90 s, dead or orphaned")
    void silentAgentsAttemptsAreLostAfterNinetySeconds() {
        Trace dead = LAB.trace("dead");
        Trace orphan = LAB.trace("orphan");
        try (Gate gate = LAB.gate("silent")) {
            RunKey run = host.run("silent", "dag_id: silent\ntasks:\n" + Lab.traced("dead", dead, gate)
                    + Lab.traced("orphan", orphan, gate));
            LAB.awaitBeat(run, "dead", "orphan");
            long group = orphan.leader();
            Agents.kill(host.place());
            Processes.signal("KILL", -dead.leader());

            LAB.pass(Duration.ofSeconds(60));
            LAB.cycle();
            assertThat(LAB.state(run, "dead")).isEqualTo("running");
            assertThat(Processes.inGroup(group)).as("nothing is stopped before the threshold").isNotEmpty();

            LAB.pass(Duration.ofSeconds(31));
            LAB.cycle();
            LAB.assertMarked(run, "dead", "agent_lost");
            LAB.assertMarked(run, "orphan", "agent_lost");
            assertThat(Processes.inGroup(group)).as("the orphan's group").isEmpty();
            for (String task : List.of("dead", "orphan")) {
                assertThat(host.api().log(run, task, 1)).containsOnlyOnce("killed: agent_lost (last heartbeat ")
                        .contains("silent past 1m30s threshold)");
            }
            gate.open();
            LAB.assertSuccessOnceReplaced(run);
            LAB.assertReplacedOnce(run, "dead", "agent_lost");
            LAB.assertReplacedOnce(run, "orphan", "agent_lost");
            dead.assertExecutions(2, 1);
            orphan.assertExecutions(2, 1);
            assertThat(LAB.why(run, "dead").labels()).doesNotContain("agent_lost_orphan_stopped");
            Explanation why = LAB.why(run, "orphan");
            assertThat(why.labels()).containsSubsequence("agent_lost_orphan_stopped", "agent_lost");
            assertThat(why.sentence("agent_lost_orphan_stopped")).contains("" + group).contains("last heartbeat");
        }
    }

    @Test
    @DisplayName("SLA 3, T19: an attempt that never began is lost after 3 minutes in the queue")
    void attemptThatNeverBeganIsLostAfterThreeMinutes() {
        Trace trace = LAB.trace("unbegun");
        holdReportsBack("unbegun");
        RunKey run = host.run("unbegun", Dags.oneTask("unbegun", trace.around("true")));
        host.api().awaitTask(run, "t", "queued");
        Agents.kill(host.place());

        LAB.pass(Duration.ofSeconds(150));
        LAB.cycle();
        assertThat(LAB.state(run, "t")).isEqualTo("queued");
        LAB.pass(Duration.ofSeconds(31));
        LAB.cycle();
        LAB.assertMarked(run, "t", "dispatch_lost");
        letReportsThrough();
        LAB.assertSuccessOnceReplaced(run);
        trace.assertExecutions(1, 1);
        assertThat(LAB.why(run, "t").labels())
                .containsSubsequence("queued", "dispatch_lost", "infra_replace", "report_running", "report_success");
    }

    @Test
    @DisplayName("SLA 3: an attempt that never began is not lost while its agent lives")
    void attemptThatNeverBeganIsNotLostWhileItsAgentLives() {
        Trace trace = LAB.trace("patient");
        holdReportsBack("patient");
        RunKey run = host.run("patient", Dags.oneTask("patient", trace.around("true")));
        host.api().awaitTask(run, "t", "queued");
        LAB.pass(Lab.STUCK);
        LAB.cycle();
        assertThat(LAB.state(run, "t")).isEqualTo("queued");
        letReportsThrough();
        LAB.assertUndisturbed(run, "t", trace);
        assertThat(LAB.why(run, "t").labels()).contains("dispatch_lost_process_alive");
    }

    @Test
    @DisplayName("SLA 3: an agent that dies before it takes what it was handed costs a dispatch and no execution")
    void agentThatDiesBeforeItTakesAnAttemptCostsADispatch() {
        Trace trace = LAB.trace("untaken");
        assertThat(host.api().awaitEnd(host.run("warm", Dags.oneTask("warm", "true")))).isEqualTo("success");
        long agent = Agents.only(host.place());
        Processes.signal("STOP", agent);
        RunKey run = host.run("untaken", Dags.oneTask("untaken", trace.around("true")));
        Waits.until("it is claimed", () -> (int) LAB.row(run, "t").get("attempt_epoch") == 1);
        Processes.signal("KILL", agent);
        Waits.until("the dispatch has failed", () -> (int) LAB.row(run, "t").get("dispatch_attempts") == 1);
        LAB.pass(Duration.ofSeconds(6));
        assertThat(host.api().awaitEnd(run)).as(host.api().describe(run)).isEqualTo("success");
        trace.assertExecutions(1, 1);
        assertThat(LAB.row(run, "t")).containsEntry("infra_attempts", 0).containsEntry("try_number", 1);
        assertThat(LAB.why(run, "t").labels()).containsSubsequence("dispatch_failed", "report_success");
    }

    /** The store refuses to write that a task of this DAG runs: its agent has taken it, and cannot say so. */
    private static void holdReportsBack(String dagId) {
        try (Rows rows = host.openRows()) {
            rows.change("create or replace function dexaflow.held_back() returns trigger language plpgsql as"
                    + " $$ begin raise exception 'held back by a test'; end $$");
            rows.change("create trigger held_back before update on dexaflow.task_instance for each row"
                    + " when (new.state = 'running' and old.state <> 'running' and new.dag_id = '" + dagId
                    + "') execute function dexaflow.held_back()");
        }
    }

    private static void letReportsThrough() {
        try (Rows rows = host.openRows()) {
            rows.change("drop trigger if exists held_back on dexaflow.task_instance");
        }
    }

    @Test
    @DisplayName("SLA 6, T36, T37, T40: a run that nothing will ever end is failed after 5 quiet minutes")
    void runThatNothingWillEverEndIsFailedAfterFiveQuietMinutes() {
        assertThat(host.api().awaitEnd(host.run("quiet", Dags.oneTask("quiet", "true")))).isEqualTo("success");
        UUID version = spoiltVersion();
        UUID lonely = runOf(version, "lonely", "none");
        UUID parked = runOf(version, "parked", "up_for_retry");
        UUID stuck = runOf(version, "stuck", "queued");

        LAB.pass(Duration.ofSeconds(290));
        LAB.cycle();
        assertThat(stateOf(lonely)).isEqualTo("running");
        LAB.pass(Duration.ofSeconds(11));
        LAB.cycle();
        assertThat(stateOf(lonely)).isEqualTo("failed");
        assertThat(stateOf(parked)).as("a parked task protects its run").isEqualTo("running");
        assertThat(stateOf(stuck)).as("first its task is lost").isEqualTo("running");
        LAB.pass(Duration.ofSeconds(301));
        LAB.cycle();
        assertThat(stateOf(parked)).isEqualTo("running");
        assertThat(stateOf(stuck)).isEqualTo("failed");
        try (Rows rows = host.openRows()) {
            assertThat((String) rows.one("select note from dexaflow.dag_run where id = ?", lonely).get("note"))
                    .startsWith("orphaned");
            for (UUID run : List.of(lonely, stuck)) {
                assertThat(rows.list("select label from dexaflow.decision where run_id = ? and label = 'orphan_reaped'",
                        run)).hasSize(1);
            }
            rows.change("update dexaflow.dag_run set state = 'failed' where id = ?", parked);
        }
    }

    /** A version that no planner can read: its runs make no progress, as those of a program error would. */
    private static UUID spoiltVersion() {
        try (Rows rows = host.openRows()) {
            return (UUID) rows.one("insert into dexaflow.dag_version (dag_id, number, hash, content, file, source,"
                    + " created_at) select dag_id, 1000, 'spoilt', '{}', file, source, dexaflow.now() from"
                    + " dexaflow.dag_version where dag_id = 'quiet' limit 1 returning id").get("id");
        }
    }

    private static UUID runOf(UUID version, String runId, String taskState) {
        try (Rows rows = host.openRows()) {
            UUID run =
                    (UUID) rows.one("insert into dexaflow.dag_run (dag_id, run_id, version_id, state, run_type, conf,"
                            + " queued_at, started_at) values ('quiet', ?, ?, 'running', 'manual', '{}', dexaflow.now(),"
                            + " dexaflow.now()) returning id", runId, version).get("id");
            rows.change(
                    "insert into dexaflow.task_instance (run_id, ordinal, max_tries, dag_id, task_id, pool, operator,"
                            + " executor, state, queued_at, attempt_epoch) select ?, 0, 2, dag_id, task_id, pool, operator,"
                            + " executor, ?, dexaflow.now(), 1 from dexaflow.task_instance where dag_id = 'quiet' limit 1",
                    run,
                    taskState);
            return run;
        }
    }

    private static String stateOf(UUID run) {
        try (Rows rows = host.openRows()) {
            return (String) rows.one("select state from dexaflow.dag_run where id = ?", run).get("state");
        }
    }
}
