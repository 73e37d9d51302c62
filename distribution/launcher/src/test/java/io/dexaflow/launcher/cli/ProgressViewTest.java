// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.launcher.client.TaskLine;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ProgressViewTest {

    private final StringWriter text = new StringWriter();

    private static TaskLine task(String id, String state) {
        return new TaskLine(id, state, 1, 2.04, "");
    }

    private ProgressView view(boolean hasBar) {
        return new ProgressView(new PrintWriter(text), hasBar, false);
    }

    private static void show(ProgressView view, List<TaskLine> tasks) {
        view.tasksChanged(tasks, tasks, Map.of());
    }

    @Test
    void aTaskHasALineWhenItStartsAndOneWhenItEnds() {
        ProgressView view = view(false);
        show(view, List.of(task("extract", "none")));
        show(view, List.of(task("extract", "running")));
        show(view, List.of(task("extract", "success")));

        assertThat(text.toString().lines()).containsExactly("running          extract  try 1",
                "success          extract  try 1  2.0 s");
    }

    @Test
    void ofManyTasksOnlyTheEndsAreShown() {
        List<TaskLine> many = IntStream.range(0, 1000)
                .mapToObj(i -> task("t" + i, i < 10 ? "success" : "running"))
                .toList();

        show(view(false), many);

        assertThat(text.toString().lines()).hasSize(10);
    }

    @Test
    void theLogOfAFailedTaskFollowsItsLine() {
        List<TaskLine> tasks = List.of(task("a", "failed"), task("b", "success"));

        view(false).tasksChanged(tasks, tasks, Map.of("a", List.of("no such table")));

        assertThat(text.toString().lines().map(String::strip)).element(1).isEqualTo("| no such table");
    }

    @Test
    void inATerminalABarStaysBelowTheLines() {
        ProgressView view = view(true);
        show(view, List.of(task("a", "success"), task("b", "running")));

        assertThat(text.toString()).endsWith("[###############...............] 1/2  1 running");
        view.end();
        assertThat(text.toString()).endsWith("\r\u001b[2K");
    }

    @Test
    void theSummaryCountsWhatThereIs() {
        ProgressView view = view(false);
        show(view, List.of(task("a", "success"), task("b", "skipped"), task("c", "success")));

        assertThat(view.summary()).isEqualTo("3 tasks: 2 success, 1 skipped");
    }

    @Test
    void durationsAreWrittenForPeople() {
        assertThat(List.of(Words.duration(0.04), Words.duration(59.9), Words.duration(192), Words.duration(7500),
                Words.duration(-1))).containsExactly("0.0 s", "59.9 s", "3 min 12 s", "2 h 05 min", "-");
    }
}
