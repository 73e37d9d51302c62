// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.client;

import io.dexaflow.launcher.Clocks;
import io.dexaflow.launcher.CommandException;
import io.dexaflow.launcher.ExitCode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Follows a run until it has its verdict. It asks for the run often, for its tasks less often the longer their list
 * takes: watching must not cost what running does.
 */
public final class RunWatch {

    private static final Duration GLANCE = Duration.ofMillis(100);
    private static final Duration SHORTEST = Duration.ofMillis(200);
    private static final Duration SILENCE = Duration.ofSeconds(10);
    private static final Duration LONGEST = Duration.ofSeconds(5);
    private static final int SHARE = 20;
    private static final int MOST_TASKS = 100_000;
    private static final int LONGEST_LINE = 1000;
    private static final int LOG_BYTES = 256 * 1024;
    private static final int LOG_LINES = 20;
    private static final int MOST_LOGS = 5;
    private static final Duration STANDSTILL = Duration.ofSeconds(5);

    private final Api api;
    private final RunKey run;
    private final RunView view;
    private final Map<String, TaskLine> known = new HashMap<>();
    private volatile boolean given;
    private Duration lastLook;
    private Duration pause = SHORTEST;
    private final WaitReasons reasons;
    private int logsShown;
    private int logsNotShown;

    /**
     * @param api where
     * @param run which
     * @param view who is told
     */
    public RunWatch(Api api, RunKey run, RunView view) {
        this(api, run, view, STANDSTILL);
    }

    RunWatch(Api api, RunKey run, RunView view, Duration standstill) {
        this.api = api;
        this.run = run;
        this.view = view;
        this.reasons = new WaitReasons(api, run, standstill);
    }

    /** Ends the wait, from another thread. */
    public void giveUp() {
        given = true;
    }

    /**
     * Waits for the verdict.
     *
     * @param limit how long; null for as long as it takes
     * @return {@code success} or {@code failed}; null when the time ran out or the wait was given up
     */
    public String await(Duration limit) {
        Duration begun = Clocks.monotonic();
        Duration lastAnswer = begun;
        String verdict = null;
        while (!given && verdict == null && (limit == null || Clocks.since(begun).compareTo(limit) < 0)) {
            try {
                verdict = glance();
                lastAnswer = Clocks.monotonic();
            } catch (CommandException e) {
                // The database may be away for a while; the run goes on.
                boolean isTold = e.exitCode() == ExitCode.NOT_READY;
                boolean isBrief = e.exitCode() == ExitCode.NO_HOST && Clocks.since(lastAnswer).compareTo(SILENCE) < 0;
                if (!isTold && !isBrief) {
                    throw e;
                }
            }
            if (verdict == null) {
                Clocks.pause(GLANCE);
            }
        }
        view.end();
        return verdict;
    }

    /** Asks for the run, and for its tasks if it is time; gives the verdict once there is one. */
    private String glance() {
        String state = state();
        boolean isOver = isVerdict(state);
        if (isOver || lastLook == null || Clocks.since(lastLook).compareTo(pause) >= 0) {
            lastLook = Clocks.monotonic();
            look();
            pause = pauseAfter(Clocks.since(lastLook));
        }
        return isOver ? state : null;
    }

    /** Whether the run has its verdict. */
    public boolean isOver() {
        return isVerdict(state());
    }

    private String state() {
        return Objects.toString(api.get(Api.pathOf(run)).get("state"), "");
    }

    private static boolean isVerdict(String state) {
        return state.equals("success") || state.equals("failed");
    }

    private static Duration pauseAfter(Duration cost) {
        Duration pause = cost.multipliedBy(SHARE);
        if (pause.compareTo(SHORTEST) < 0) {
            return SHORTEST;
        }
        return pause.compareTo(LONGEST) > 0 ? LONGEST : pause;
    }

    private List<TaskLine> tasks() {
        return Api.rows(api.list(Api.pathOf(run) + "/taskInstances", "task_instances", MOST_TASKS), "task_instances")
                .stream()
                .map(TaskLine::of)
                .toList();
    }

    /** Looks once more, after the wait: the view then shows how the run was left. */
    public void lookOnceMore() {
        look();
        view.end();
    }

    private void look() {
        List<TaskLine> all = tasks();
        List<TaskLine> changed = new ArrayList<>();
        for (TaskLine task : all) {
            if (!task.sameAs(known.put(task.taskId(), task))) {
                changed.add(task);
                reasons.moved(task);
            }
        }
        view.tasksChanged(changed, all, logsOf(changed));
        List<String> waits = reasons.news(all);
        if (!waits.isEmpty()) {
            view.tasksWait(waits);
        }
    }

    /** How many failed tasks' logs the view was not given, and how to see them; empty when it was given all. */
    public Optional<String> logsNotShown() {
        return logsNotShown == 0 ? Optional.empty()
                : Optional.of(logsNotShown + " more "
                        + (logsNotShown == 1 ? "task" : "tasks")
                        + " failed whose log is not shown here: dexaflow tasks "
                        + run.dagId() + " " + run.dagRunId() + " names them, dexaflow logs " + run.dagId() + " "
                        + run.dagRunId() + " TASK_ID shows one (dexaflow lite is the host for that)");
    }

    /** A run whose every task fails is not told task by task. */
    private Map<String, List<String>> logsOf(List<TaskLine> changed) {
        Map<String, List<String>> logs = new HashMap<>();
        for (TaskLine task : changed) {
            if (!task.state().equals("failed")) {
                continue;
            }
            if (logsShown < MOST_LOGS) {
                logs.put(task.taskId(), lastLines(task));
                logsShown++;
            } else {
                logsNotShown++;
            }
        }
        return logs;
    }

    private List<String> lastLines(TaskLine task) {
        try {
            String log = new String(api.endOfText(logPath(run, task.taskId(), task.tryNumber()), LOG_BYTES),
                    StandardCharsets.UTF_8);
            List<String> lines = log.lines().map(RunWatch::shown).toList();
            List<String> last = new ArrayList<>(lines.subList(Math.max(0, lines.size() - LOG_LINES), lines.size()));
            if (!task.reason().isEmpty() && last.stream().noneMatch(line -> line.contains(task.reason()))) {
                last.add(shown(task.reason()));
            }
            return last;
        } catch (CommandException e) {
            return List.of("(its log cannot be read: " + e.getMessage() + ")");
        }
    }

    /** A line for a terminal: what a task wrote must not drive it, nor fill it. */
    private static String shown(String line) {
        String plain = line.codePoints()
                .map(c -> Character.isISOControl(c) && c != '\t' ? '\uFFFD' : c)
                .limit(LONGEST_LINE)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
        return plain.length() < line.length() ? plain + " …" : plain;
    }

    /** The path of a try's log. */
    public static String logPath(RunKey run, String taskId, int tryNumber) {
        return Api.pathOf(run) + "/taskInstances/" + Api.escaped(taskId) + "/logs/" + tryNumber;
    }
}
