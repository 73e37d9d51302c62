// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.cli;

import io.dexaflow.launcher.client.RunView;
import io.dexaflow.launcher.client.TaskLine;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;

/**
 * Shows a run as it goes: one line per task when it ends, one when it starts if there are few, and in a terminal a bar
 * below them.
 */
final class ProgressView implements RunView {

    private static final int FEW = 50;
    private static final int BAR = 30;
    private static final String CLEAR_LINE = "\r\u001b[2K";

    private final PrintWriter out;
    private final boolean hasBar;
    private final boolean hasColours;
    private List<TaskLine> last = List.of();
    private boolean isBarDrawn;

    ProgressView(PrintWriter out, boolean hasBar, boolean hasColours) {
        this.out = out;
        this.hasBar = hasBar;
        this.hasColours = hasColours;
    }

    @Override
    public synchronized void tasksChanged(List<TaskLine> changed, List<TaskLine> all,
            Map<String, List<String>> logs) {
        boolean isShort = all.size() <= FEW && !hasBar;
        List<TaskLine> shown = changed.stream().filter(task -> isWorthALine(task, isShort)).toList();
        if (shown.isEmpty() && changed.isEmpty()) {
            return;
        }
        last = all;
        clearBar();
        int width = Math.min(60, all.stream().mapToInt(task -> task.taskId().length()).max().orElse(0));
        for (TaskLine task : shown) {
            out.println(lineOf(task, width));
            logs.getOrDefault(task.taskId(), List.of()).forEach(line -> out.println("  | " + line));
        }
        drawBar();
        out.flush();
    }

    @Override
    public synchronized void tasksWait(List<String> lines) {
        clearBar();
        lines.forEach(out::println);
        drawBar();
        out.flush();
    }

    private static boolean isWorthALine(TaskLine task, boolean isShort) {
        return task.isFinished() || task.state().equals("up_for_retry") || task.state().equals("up_for_reschedule")
                || isShort && task.state().equals("running");
    }

    private String lineOf(TaskLine task, int width) {
        String name = task.taskId() + " ".repeat(Math.max(0, width - task.taskId().length()));
        String tries = task.tryNumber() > 0 ? "try " + task.tryNumber() : "     ";
        String time = task.isFinished() && task.seconds() >= 0 ? Words.duration(task.seconds()) : "";
        return (coloured(task.state()) + " ".repeat(Math.max(1, 17 - task.state().length())) + name + "  " + tries
                + "  " + time).stripTrailing();
    }

    private String coloured(String state) {
        if (!hasColours) {
            return state;
        }
        int colour = switch (state) {
            case "success" -> 32;
            case "failed" -> 31;
            case "up_for_retry", "upstream_failed" -> 33;
            default -> 36;
        };
        return "\u001b[" + colour + "m" + state + "\u001b[0m";
    }

    private void clearBar() {
        if (isBarDrawn) {
            out.print(CLEAR_LINE);
            isBarDrawn = false;
        }
    }

    private void drawBar() {
        if (!hasBar || last.isEmpty()) {
            return;
        }
        long finished = last.stream().filter(TaskLine::isFinished).count();
        long running = last.stream().filter(task -> task.state().equals("running")).count();
        long failed = last.stream().filter(task -> task.state().equals("failed")).count();
        int filled = (int) (BAR * finished / last.size());
        out.print("[" + "#".repeat(filled) + ".".repeat(BAR - filled) + "] " + finished + "/" + last.size() + "  "
                + running + " running" + (failed > 0 ? "  " + failed + " failed" : ""));
        isBarDrawn = true;
    }

    @Override
    public synchronized void end() {
        clearBar();
        out.flush();
    }

    /** As {@code 12 tasks: 11 success, 1 skipped}. */
    synchronized String summary() {
        StringBuilder text = new StringBuilder(Words.count(last.size(), "task"));
        String separator = ": ";
        for (String state : List.of("success", "failed", "upstream_failed", "skipped", "running", "queued",
                "scheduled", "up_for_retry")) {
            long number = last.stream().filter(task -> task.state().equals(state)).count();
            if (number > 0) {
                text.append(separator).append(number).append(' ').append(state);
                separator = ", ";
            }
        }
        return text.toString();
    }
}
