// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.itest.lite;

import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.itest.support.Dags;
import io.dexaflow.itest.support.Gate;
import io.dexaflow.itest.support.LiteHost;
import io.dexaflow.itest.support.Place;
import io.dexaflow.itest.support.Processes;
import io.dexaflow.itest.support.Result;
import io.dexaflow.itest.support.Rows;
import io.dexaflow.itest.support.RunKey;
import io.dexaflow.itest.support.RunningCommand;
import io.dexaflow.itest.support.Waits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The host dies in the middle of things, and nothing runs twice, fails, or is stuck. */
class CrashIT {

    /** Two ticks, and what a busy machine adds to them. */
    private static final Duration TWO_TICKS = Duration.ofMillis(3_000);

    /** A task that leaves a line where it begins and one where it ends. */
    private static String tracedDag(String dagId, Path trace, Gate gate) {
        return Dags.oneTask(dagId, "echo begin $DEXAFLOW_TRY_NUMBER >> '" + trace + "'\n" + gate.pass()
                + "\necho end $DEXAFLOW_TRY_NUMBER >> '" + trace + "'");
    }

    private static List<String> lines(Path file) throws IOException {
        return Files.exists(file) ? Files.readAllLines(file) : List.of();
    }

    private static void awaitLines(Path file, int number) {
        Waits.until(file + " has " + number + " lines", () -> lines(file).size() == number);
    }

    private static void assertOneExecution(LiteHost host, RunKey run, Path trace) throws IOException {
        assertThat(host.api().awaitEnd(run)).isEqualTo("success");
        assertThat(lines(trace)).containsExactly("begin 1", "end 1");
        assertThat(host.rows()
                .one("select try_number, attempt_epoch, state, infra_attempts from dexaflow.task_instance"
                        + " where dag_id = ?", run.dagId()))
                .containsEntry("try_number", 1)
                .containsEntry("attempt_epoch", 1)
                .containsEntry("state", "success")
                .containsEntry("infra_attempts", 0);
    }

    @Test
    @DisplayName("D10: the host of a run is killed and a new one comes while the task still runs")
    void taskOfAKilledRunGoesOnUnderTheNextHost() throws IOException {
        try (LiteHost next = LiteHost.fresh("crash-run"); Gate gate = Gate.closed(next.place(), "g")) {
            Path trace = next.place().files().resolve("trace");
            RunningCommand run = next.dexaflow("run", Dags.write(next.place().files(), "killed", tracedDag("killed",
                    trace, gate))).start();
            awaitLines(trace, 1);
            killHostOf(next.place());
            assertThat(run.end(Duration.ofSeconds(20)).exitCode()).isNotZero();

            next.start();
            RunKey key = onlyRun(next);
            assertThat(next.api().taskState(key, "t")).isEqualTo("running");
            gate.open();
            assertOneExecution(next, key, trace);
        }
    }

    /** Kills the host that a {@code run} has started for itself. */
    private static void killHostOf(Place place) {
        long pid = Processes.hostOf(place);
        Processes.signal("KILL", pid);
        Waits.until("the host is gone", () -> !Processes.isAlive(pid));
    }

    private static RunKey onlyRun(LiteHost host) {
        var row = host.rows().one("select dag_id, run_id from dexaflow.dag_run");
        return new RunKey((String) row.get("dag_id"), (String) row.get("run_id"));
    }

    @Test
    @DisplayName("D10, T143: the host is killed and a new one comes after the task has ended")
    void taskThatEndedWithoutAHostIsReportedToTheNextOne() throws IOException {
        try (LiteHost host = LiteHost.fresh("crash-lite").start(); Gate gate = Gate.closed(host.place(), "g")) {
            Path trace = host.place().files().resolve("trace");
            RunKey run = host.run("orphan", tracedDag("orphan", trace, gate));
            awaitLines(trace, 1);
            host.kill();
            gate.open();
            awaitLines(trace, 2);
            host.start();
            assertOneExecution(host, run, trace);
        }
    }

    @Test
    @DisplayName("D09: Ctrl-C in the host's terminal leaves the task alone")
    void interruptOfTheForegroundGroupDoesNotReachTasks() throws IOException {
        try (LiteHost host = LiteHost.fresh("crash-int").start(); Gate gate = Gate.closed(host.place(), "g")) {
            Path trace = host.place().files().resolve("trace");
            RunKey run = host.run("interrupted", tracedDag("interrupted", trace, gate));
            awaitLines(trace, 1);
            Result result = host.interrupt();
            assertThat(result.exitCode()).as(result.all()).isIn(0, 130);
            host.start();
            gate.open();
            assertOneExecution(host, run, trace);
        }
    }

    @Test
    @DisplayName("D11: the host is killed after the parent's success was stored and before the child was scheduled")
    void childOfAParentThatJustSucceededStartsAfterTheRestart() throws Exception {
        try (LiteHost host = LiteHost.fresh("crash-between").start();
                Gate gate = Gate.closed(host.place(), "g");
                Rows rows = host.openRows()) {
            RunKey run = host.run("family", "dag_id: family\ntasks:\n" + Dags.task("parent", gate.pass())
                    + Dags.task("child", "true", "depends_on: [parent]"));
            host.api().awaitTask(run, "parent", "running");
            // A row lock of ours on the child: the parent's report goes through, the tick's write for the child waits.
            rows.connection().setAutoCommit(false);
            rows.one("select id from dexaflow.task_instance where task_id = 'child' for update");
            gate.open();
            Waits.until("the parent's success is stored and the tick waits for the child's row", () -> isStored(host)
                    && !waiting(host).isEmpty());
            List<Integer> blocked = waiting(host);
            host.kill();
            // A server process notices the death of its client only once it has its lock: it must not write then.
            blocked.forEach(pid -> rows.list("select pg_terminate_backend(?)", pid));
            assertThat(rows.one("select state from dexaflow.task_instance where task_id = 'child'"))
                    .containsEntry("state", "none");
            rows.connection().rollback();
            rows.connection().setAutoCommit(true);

            host.start();
            assertThat(host.api().awaitEnd(run)).isEqualTo("success");
            double seconds = ((Number) host.rows()
                    .one("select extract(epoch from (select scheduled_at from"
                            + " dexaflow.task_instance where task_id = 'child') - since) as seconds from"
                            + " dexaflow.leadership")
                    .get("seconds")).doubleValue();
            assertThat(seconds).isBetween(0.0, TWO_TICKS.toMillis() / 1000.0);
            assertThat(host.rows().list("select task_id from dexaflow.task_instance where attempt_epoch = 1"))
                    .hasSize(2);
        }
    }

    private static boolean isStored(LiteHost host) {
        return host.rows()
                .one("select state from dexaflow.task_instance where task_id = 'parent'")
                .get("state")
                .equals("success");
    }

    private static List<Integer> waiting(LiteHost host) {
        return host.rows()
                .list("select pid from pg_stat_activity where wait_event_type = 'Lock'")
                .stream()
                .map(row -> (Integer) row.get("pid"))
                .toList();
    }
}
