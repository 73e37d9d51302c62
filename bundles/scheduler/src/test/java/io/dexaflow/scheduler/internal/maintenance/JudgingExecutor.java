// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.maintenance;

import io.dexaflow.executor.Attempt;
import io.dexaflow.executor.LaunchOutcome;
import io.dexaflow.executor.Signal;
import io.dexaflow.executor.Suspect;
import io.dexaflow.executor.TaskExecutor;
import io.dexaflow.executor.Verdict;
import io.dexaflow.model.AttemptId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;

/** An executor that judges as the test says, and keeps what it was asked for. */
final class JudgingExecutor implements TaskExecutor {

    final List<List<Suspect>> judged = new ArrayList<>();
    final List<AttemptId> stopped = new ArrayList<>();
    final List<UUID> stoppedRuns = new ArrayList<>();
    Function<List<Suspect>, List<Verdict>> verdicts;
    Stop orphanStop = suspect -> Verdict.reap("agent_lost_orphan_stopped", "stopped group 4712", Map.of());
    Runnable onStop = () -> {
    };
    boolean provisional;

    /** What an orphan stop comes to. */
    @FunctionalInterface
    interface Stop {

        Verdict of(Suspect suspect) throws InterruptedException;
    }

    static JudgingExecutor that(Verdict verdict) {
        JudgingExecutor executor = new JudgingExecutor();
        executor.verdicts = suspects -> suspects.stream().map(suspect -> verdict).toList();
        return executor;
    }

    @Override
    public LaunchOutcome launch(Attempt attempt) {
        throw new IllegalStateException("not expected here");
    }

    @Override
    public List<Verdict> judge(Signal signal, List<Suspect> suspects) {
        judged.add(suspects);
        return verdicts.apply(suspects);
    }

    @Override
    public Verdict stopOrphan(Signal signal, Suspect suspect) throws InterruptedException {
        return orphanStop.of(suspect);
    }

    @Override
    public boolean marksAreProvisional() {
        return provisional;
    }

    @Override
    public void stop(AttemptId attempt) {
        stopped.add(attempt);
        onStop.run();
    }

    @Override
    public void stopRun(UUID runId) {
        stoppedRuns.add(runId);
        onStop.run();
    }
}
