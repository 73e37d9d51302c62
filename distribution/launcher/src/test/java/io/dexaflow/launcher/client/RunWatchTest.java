// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.dexaflow.launcher.CommandException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunWatchTest {

    private static final RunKey RUN = new RunKey("d", "r");
    private static final String PATH = "/api/v2/dags/d/dagRuns/r";

    @TempDir private Path folder;
    private FakeHost host;
    private final Seen seen = new Seen();

    /** Remembers what it is told. */
    private static final class Seen implements RunView {

        private final List<String> lines = new ArrayList<>();

        @Override
        public void tasksChanged(List<TaskLine> changed, List<TaskLine> all, Map<String, List<String>> logs) {
            changed.forEach(task -> lines.add(task.taskId() + " " + task.state() + " " + task.tryNumber()
                    + logs.getOrDefault(task.taskId(), List.of())));
        }

        @Override
        public void tasksWait(List<String> waits) {
            lines.addAll(waits);
        }

        @Override
        public void end() {
            lines.add("end");
        }
    }

    @BeforeEach
    void setUp() throws IOException {
        host = new FakeHost(folder);
    }

    @AfterEach
    void tearDown() {
        host.close();
    }

    private String watch(Duration limit) {
        return new RunWatch(Api.of(host.home()), RUN, seen).await(limit);
    }

    private void run(String... states) {
        for (String state : states) {
            host.says(PATH, 200, "{\"state\": \"" + state + "\"}");
        }
    }

    private void task(String state, int number) {
        host.says(PATH + "/taskInstances", 200, "{\"task_instances\": [{\"task_id\": \"t\", \"state\": \"" + state
                + "\", \"try_number\": " + number + ", \"duration\": 1.5}], \"total_entries\": 1}");
    }

    @Test
    void everyChangeIsToldOnceUntilTheVerdict() {
        run("running", "running", "running", "running", "running", "running", "success");
        task("running", 1);
        task("running", 1);
        task("success", 1);

        assertThat(watch(null)).isEqualTo("success");
        assertThat(seen.lines).containsExactly("t running 1[]", "t success 1[]", "end");
    }

    @Test
    void theEndOfAFailedTasksLogIsShown() {
        run("failed");
        task("failed", 2);
        host.says(PATH + "/taskInstances/t/logs/2", 200, "line\n".repeat(30) + "last\n");

        assertThat(watch(null)).isEqualTo("failed");
        assertThat(seen.lines.getFirst()).startsWith("t failed 2[line, line").endsWith("last]");
        assertThat(seen.lines.getFirst().split(",")).hasSize(20);
    }

    @Test
    void aLogThatIsNotThereIsSaidInWords() {
        run("failed");
        task("failed", 1);

        assertThat(watch(null)).isEqualTo("failed");
        assertThat(seen.lines.getFirst()).contains("cannot be read");
    }

    @Test
    void theWaitEndsWhenTheTimeIsUp() {
        run("running");
        task("queued", 1);

        assertThat(watch(Duration.ofMillis(300))).isNull();
        assertThat(seen.lines).last().isEqualTo("end");
    }

    @Test
    void aDatabaseThatIsAwayForAWhileDoesNotEndTheWait() {
        host.says(PATH, 503, "{\"detail\": \"no database\"}");
        run("success");
        task("success", 1);

        assertThat(watch(null)).isEqualTo("success");
    }

    private void waits(String task, String... sentences) {
        for (String sentence : sentences) {
            host.says("/dexaflow/v1/why/d/r/" + task, 200, "{\"waits_for\": \"" + sentence + "\"}");
        }
    }

    private List<String> waitsSeen() {
        new RunWatch(Api.of(host.home()), RUN, seen, Duration.ofMillis(100)).await(Duration.ofSeconds(2));
        return seen.lines.stream().filter(line -> line.startsWith("waiting")).toList();
    }

    @Test
    void whyATaskWaitsIsToldOnceAndAgainWhenItWaitsForSomethingElse() {
        run("running");
        task("scheduled", 0);
        waits("t", "a slot (queued 1 s ago)", "a slot (queued 2 s ago)", "its executor 'x', which no bundle offers");

        assertThat(waitsSeen()).containsExactly("waiting          t  for a slot (queued 1 s ago)",
                "waiting          t  for its executor 'x', which no bundle offers");
    }

    @Test
    void whyAWholeRunWaitsIsToldAtItsFirstTask() {
        run("queued");
        host.says(PATH + "/taskInstances", 200, "{\"task_instances\": [{\"task_id\": \"a\", \"state\": null},"
                + " {\"task_id\": \"b\", \"state\": null}], \"total_entries\": 2}");
        waits("a", "its run, which is queued until its DAG has room (max_active_runs)");

        assertThat(waitsSeen()).containsExactly(
                "waiting          a  for its run, which is queued until its DAG has room (max_active_runs)");
    }

    @Test
    void whoRunsOrWaitsOnlyForTasksBeforeItIsNoNews() {
        run("running");
        host.says(PATH + "/taskInstances", 200, "{\"task_instances\": [{\"task_id\": \"a\", \"state\": \"running\","
                + " \"try_number\": 1}, {\"task_id\": \"b\", \"state\": null}], \"total_entries\": 2}");
        waits("a", "its own end");
        waits("b", "its upstream tasks: a (running)");

        assertThat(waitsSeen()).isEmpty();
        assertThat(host.requests()).noneMatch(request -> request.contains("/why/"));
    }

    @Test
    void aQuestionThatFailsDoesNotEndTheWait() {
        run("running");
        task("scheduled", 0);
        host.says("/dexaflow/v1/why/d/r/t", 503, "{\"detail\": \"no\"}");
        waits("t", "room");

        assertThat(waitsSeen()).containsExactly("waiting          t  for room");
    }

    @Test
    void theLogsThatAreNotShownAreCountedAndTheWayToThemNamed() {
        run("failed");
        StringBuilder tasks = new StringBuilder();
        for (int i = 0; i < 7; i++) {
            tasks.append(i == 0 ? "" : ",")
                    .append("{\"task_id\": \"t")
                    .append(i)
                    .append("\", \"state\": \"failed\", \"try_number\": 1}");
        }
        host.says(PATH + "/taskInstances", 200, "{\"task_instances\": [" + tasks + "], \"total_entries\": 7}");
        RunWatch watch = new RunWatch(Api.of(host.home()), RUN, seen);

        assertThat(watch.await(null)).isEqualTo("failed");
        assertThat(watch.logsNotShown()).hasValueSatisfying(line -> assertThat(line).startsWith("2 more tasks failed")
                .contains("dexaflow tasks d r", "dexaflow logs d r TASK_ID"));
    }

    @Test
    void aRunThatDoesNotExistEndsTheWait() {
        assertThat(catchThrowableOfType(CommandException.class, () -> watch(null)).exitCode()).isEqualTo(2);
    }
}
