// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.itest.lite;

import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.itest.support.Dags;
import io.dexaflow.itest.support.Gate;
import io.dexaflow.itest.support.LiteHost;
import io.dexaflow.itest.support.RunKey;
import io.dexaflow.itest.support.Waits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Who runs when: limits, fairness, many tasks, and files that change under a run. */
class SchedulingIT {

    /** Three ticks, and what a busy machine adds to them. */
    private static final double THREE_TICKS = 4;

    @RegisterExtension static final LiteHost host = LiteHost.fresh("scheduling");

    private static Path inFolder(String dagId, String yaml) {
        Path file = Dags.write(host.place().dags(), dagId, yaml);
        Waits.until("the DAG " + dagId + " is imported", () -> versions(dagId) > 0);
        return file;
    }

    private static long versions(String dagId) {
        return host.rows().number("select count(*) from dexaflow.dag_version where dag_id = ?", dagId);
    }

    private static long tasks(String dagId, String... states) {
        return host.rows()
                .number("select count(*) from dexaflow.task_instance where dag_id = ? and state = any(?)", dagId,
                        states);
    }

    @Test
    @DisplayName("D15: a DAG that must go one task at a time holds no other DAG up")
    void slowDagDoesNotHoldUpAnother() {
        inFolder("d15_a", Dags.many("d15_a", 200, "true", "max_active_tasks: 1"));
        inFolder("d15_b", Dags.many("d15_b", 5, "true"));
        RunKey slow = host.api().trigger("d15_a", Map.of());
        Waits.until("A has begun", () -> tasks("d15_a", "success") > 0);
        RunKey quick = host.api().trigger("d15_b", Map.of());
        Waits.until("B has ended", () -> {
            assertThat(tasks("d15_a", "queued", "running")).isLessThanOrEqualTo(1);
            return host.api().state(quick).equals("success");
        });
        double seconds = ((Number) host.rows()
                .one("select extract(epoch from max(t.started_at) - min(r.queued_at)) as s"
                        + " from dexaflow.task_instance t join dexaflow.dag_run r on r.id = t.run_id where r.dag_id ="
                        + " 'd15_b'")
                .get("s")).doubleValue();
        assertThat(seconds).isLessThan(THREE_TICKS);
        Waits.until("some of A have ended", () -> tasks("d15_a", "success") >= 20);
        assertThat(host.rows()
                .list("select a.task_id from dexaflow.task_instance a join dexaflow.task_instance b using"
                        + " (run_id) where a.dag_id = 'd15_a' and a.id <> b.id and a.started_at < b.ended_at"
                        + " and b.started_at < a.ended_at"))
                .as("tasks of A that ran side by side")
                .isEmpty();
        host.api().patch(slow.path(), Map.of("state", "failed")).ok();
    }

    @Test
    @DisplayName("D16: two files with one dag_id are one import error that names both, and make no versions")
    void twoFilesWithOneIdAreOneError() {
        Path first = Dags.write(host.place().dags(), "d16-first", Dags.oneTask("d16", "echo first"));
        Path second = Dags.write(host.place().dags(), "d16-second", Dags.oneTask("d16", "echo second"));
        Waits.until("there is an import error", () -> !importErrors("d16").isEmpty());
        long before = versions("d16");
        Waits.throughout("one error, no new version", Duration.ofSeconds(5), () -> importErrors("d16").size() == 1
                && versions("d16") == before);
        assertThat(importErrors("d16").getFirst()).contains(first.getFileName().toString(),
                second.getFileName().toString());
        assertThat(before).isLessThanOrEqualTo(1);
        host.place().dags().resolve(second.getFileName()).toFile().delete();
        Waits.until("the error is gone with the second file", () -> importErrors("d16").isEmpty());
    }

    private static List<String> importErrors(String word) {
        List<String> errors = new ArrayList<>();
        host.api().get("/api/v2/importErrors").get("import_errors").forEach(error -> {
            if (error.toString().contains(word)) {
                errors.add(error.toString());
            }
        });
        return errors;
    }

    @Test
    @DisplayName("D17: a file is edited, then deleted, under its run; the run ends, and other DAGs go on")
    void editedAndDeletedFilesDoNotDisturbRuns() throws IOException {
        try (Gate gate = Gate.closed(host.place(), "d17")) {
            String first = "dag_id: d17\ntasks:\n" + Dags.task("begin", gate.pass());
            Path file = inFolder("d17", first + Dags.task("old", "echo old", "depends_on: [begin]"));
            RunKey run = host.api().trigger("d17", Map.of());
            host.api().awaitTask(run, "begin", "running");
            Dags.write(host.place().dags(), "d17", first + Dags.task("new", "echo new", "depends_on: [begin]"));
            Waits.until("the edited file is a second version", () -> versions("d17") == 2);
            Files.delete(file);
            host.stop();
            host.start();
            assertThat(host.api().taskState(run, "begin")).isEqualTo("running");

            assertThat(host.api().awaitEnd(host.run("d17-other", Dags.oneTask("d17_other", "true"))))
                    .isEqualTo("success");
            gate.open();
            assertThat(host.api().awaitEnd(run)).isEqualTo("success");
            assertThat(host.api().taskState(run, "old")).isEqualTo("success");
            assertThat(host.api().tasks(run)).extracting(task -> task.get("task_id").asText())
                    .containsExactlyInAnyOrder("begin", "old");
        }
    }

    @Test
    @DisplayName("R61: the default pool has 128 slots, and a task takes as many as it says")
    void poolsAreNeverOverfilled() {
        try (Gate gate = Gate.closed(host.place(), "pool")) {
            RunKey run = host.run("pool", Dags.many("pool", 135, gate.pass()));
            Waits.until("the pool is full", () -> tasks("pool", "running") == 128,
                    () -> host.rows()
                            .list("select state, count(*) from dexaflow.task_instance where dag_id = 'pool'"
                                    + " group by state")
                            .toString());
            Waits.throughout("and not fuller", Duration.ofSeconds(2), () -> tasks("pool", "queued", "running") == 128);
            gate.open();
            assertThat(host.api().awaitEnd(run)).isEqualTo("success");
        }
        host.rows().change("insert into dexaflow.pool (name, slots) values ('narrow', 3)");
        try (Gate gate = Gate.closed(host.place(), "slots")) {
            RunKey run = host.run("slots", "dag_id: slots\ntasks:\n" + Dags.task("wide", gate.pass(), "pool: narrow",
                    "pool_slots: 2") + Dags.task("wider", gate.pass(), "pool: narrow", "pool_slots: 2"));
            Waits.until("one runs", () -> tasks("slots", "running") == 1);
            Waits.throughout("and the other waits", Duration.ofSeconds(2),
                    () -> tasks("slots", "queued", "running") == 1);
            gate.open();
            assertThat(host.api().awaitEnd(run)).isEqualTo("success");
        }
    }

    @Test
    @DisplayName("T102: no more than max_active_runs run at once")
    void runsBeyondTheLimitWaitTheirTurn() {
        inFolder("narrow", "max_active_runs: 1\n" + Dags.oneTask("narrow", "sleep 0.3"));
        List<RunKey> runs = Stream.generate(() -> host.api().trigger("narrow", Map.of())).limit(3).toList();
        Waits.until("all of them have ended", () -> {
            assertThat(host.rows()
                    .number("select count(*) from dexaflow.dag_run where dag_id = 'narrow'"
                            + " and state = 'running'"))
                    .isLessThanOrEqualTo(1);
            return runs.stream().allMatch(run -> host.api().state(run).equals("success"));
        });
    }

    @Test
    void aThousandTasksRunOnceEach() throws IOException {
        Path traces = Files.createDirectory(host.place().files().resolve("thousand"));
        StringBuilder yaml = new StringBuilder("dag_id: thousand\ntasks:\n");
        for (int i = 0; i < 1000; i++) {
            yaml.append("  - {task_id: t")
                    .append(i)
                    .append(", command: [mktemp, ")
                    .append(traces)
                    .append("/{{ task_id }}.XXXXXX]}\n".replace("{{ task_id }}", "t" + i));
        }
        RunKey run = host.run("thousand", yaml.toString());
        assertThat(host.api().awaitEnd(run, Duration.ofSeconds(90))).isEqualTo("success");
        assertThat(host.rows()
                .list("select 1 from dexaflow.task_instance where dag_id = 'thousand' and state = 'success'"
                        + " and try_number = 1 and attempt_epoch = 1 and exit_code = 0"))
                .hasSize(1000);
        try (Stream<Path> files = Files.list(traces)) {
            assertThat(files.map(file -> file.getFileName().toString().replaceAll("\\..*", "")).toList()).hasSize(1000)
                    .doesNotHaveDuplicates();
        }
    }

    @Test
    @DisplayName("T107: a run that cannot be planned holds no other up")
    void poisonedRunDoesNotHoldUpOthers() {
        inFolder("poison", Dags.oneTask("poison", "true"));
        host.rows()
                .change("insert into dexaflow.dag_version (dag_id, number, hash, content, file, source, created_at)"
                        + " values ('poison', 99, 'poison', '{\"tasks\": 7}', 'poison', '', dexaflow.now())");
        host.rows()
                .change("insert into dexaflow.dag_run (dag_id, run_id, version_id, state, run_type, conf, queued_at)"
                        + " select 'poison', 'poisoned', id, 'queued', 'manual', '{}', dexaflow.now() - interval '1 hour'"
                        + " from dexaflow.dag_version where hash = 'poison'");
        assertThat(host.api().awaitEnd(host.run("healthy", Dags.oneTask("healthy", "true")))).isEqualTo("success");
        assertThat(host.dexaflow("doctor").run().exitCode()).isZero();
        host.rows().change("delete from dexaflow.dag_run where run_id = 'poisoned'");
    }

    @Test
    @DisplayName("T109 (its beginning), design 6.15: a task whose executor is not there waits and holds nothing up")
    void taskOfAnAbsentExecutorWaits() {
        RunKey run = host.run("absent", "dag_id: absent\ntasks:\n" + Dags.task("nowhere", "true", "executor: nowhere")
                + Dags.task("here", "true"));
        host.api().awaitTask(run, "here", "success");
        Waits.throughout("the other waits", Duration.ofSeconds(2), () -> host.api()
                .taskState(run, "nowhere")
                .equals("scheduled"));
        assertThat(host.rows()
                .one("select dispatch_attempts, attempt_epoch from dexaflow.task_instance where task_id ="
                        + " 'nowhere'"))
                .containsEntry("dispatch_attempts", 0)
                .containsEntry("attempt_epoch", 0);
        host.api().patch(run.path(), Map.of("state", "failed")).ok();
    }
}
