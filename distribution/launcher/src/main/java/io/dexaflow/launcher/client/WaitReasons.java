// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.client;

import io.dexaflow.launcher.Clocks;
import io.dexaflow.launcher.CommandException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Asks the host why tasks do not get on, and tells each reason once. Who waits only for tasks before it is no news; a
 * question that fails is asked again later, since nothing depends on it.
 */
final class WaitReasons {

    private static final int MOST = 5;
    private static final String UPSTREAM = "its upstream tasks";

    private final Api api;
    private final RunKey run;
    private final Duration patience;
    private final Map<String, Duration> since = new HashMap<>();
    private final Map<String, String> told = new HashMap<>();
    private Duration lastLook = Clocks.monotonic();
    private boolean isRestTold;

    /** @param patience how long a task has not moved before somebody asks, and how long until they ask again */
    WaitReasons(Api api, RunKey run, Duration patience) {
        this.api = api;
        this.run = run;
        this.patience = patience;
    }

    /** This task has moved. */
    void moved(TaskLine task) {
        since.put(task.taskId(), Clocks.monotonic());
    }

    /** What there is to tell now; nothing most of the time. */
    List<String> news(List<TaskLine> all) {
        if (Clocks.since(lastLook).compareTo(patience) < 0) {
            return List.of();
        }
        lastLook = Clocks.monotonic();
        List<TaskLine> waiting = waiting(all);
        List<String> lines = new ArrayList<>();
        waiting.stream().limit(MOST).forEach(task -> reason(task).ifPresent(lines::add));
        if (waiting.size() > MOST && !isRestTold) {
            isRestTold = true;
            lines.add(waiting.size() - MOST + " more tasks wait; ask for one with dexaflow why " + run.dagId() + " "
                    + run.dagRunId() + " TASK_ID");
        }
        return lines;
    }

    /** Those that could be at work; if there is none at all, one of those that were not even looked at. */
    private List<TaskLine> waiting(List<TaskLine> all) {
        List<TaskLine> still = all.stream()
                .filter(task -> !task.isFinished() && !task.state().equals("running"))
                .filter(task -> Clocks.since(since.get(task.taskId())).compareTo(patience) >= 0)
                .toList();
        List<TaskLine> due = still.stream().filter(task -> !task.state().equals("none")).toList();
        boolean isAnyoneDue = all.stream().anyMatch(task -> !task.isFinished() && !task.state().equals("none"));
        return isAnyoneDue ? due : still.stream().limit(1).toList();
    }

    private Optional<String> reason(TaskLine task) {
        try {
            String words = Objects.toString(api.get("/dexaflow/v1/why/" + Api.escaped(run.dagId()) + "/"
                    + Api.escaped(run.dagRunId()) + "/" + Api.escaped(task.taskId())).get("waits_for"), "");
            // How long ago something was is not another reason.
            String reason = words.replaceAll("\\d+ s ago", "");
            boolean isNews = !words.isEmpty() && !words.startsWith(UPSTREAM)
                    && !reason.equals(told.put(task.taskId(), reason));
            return isNews ? Optional.of("waiting          " + task.taskId() + "  for " + words) : Optional.empty();
        } catch (CommandException e) {
            return Optional.empty();
        }
    }
}
