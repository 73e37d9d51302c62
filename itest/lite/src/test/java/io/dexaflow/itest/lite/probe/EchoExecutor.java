// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.itest.lite.probe;

import io.dexaflow.executor.Attempt;
import io.dexaflow.executor.LaunchOutcome;
import io.dexaflow.executor.Signal;
import io.dexaflow.executor.Suspect;
import io.dexaflow.executor.TaskExecutor;
import io.dexaflow.executor.Verdict;
import io.dexaflow.model.AttemptId;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.osgi.service.component.annotations.Component;

/** Takes every attempt, runs none, and tells what it was asked for. */
@Component(name = "io.dexaflow.itest.probe.echo", service = {TaskExecutor.class, Supplier.class}, immediate = true,
        property = {TaskExecutor.NAME_PROPERTY + "=echo", "probe=echo"})
public final class EchoExecutor implements TaskExecutor, Supplier<List<String>> {

    private final List<String> calls = new CopyOnWriteArrayList<>();

    @Override
    public LaunchOutcome launch(Attempt attempt) {
        calls.add("launch " + attempt.id().taskId() + " " + attempt.id().tryNumber() + " " + attempt.id().epoch());
        return LaunchOutcome.ACCEPTED;
    }

    @Override
    public List<Verdict> judge(Signal signal, List<Suspect> suspects) {
        return suspects.stream().map(suspect -> deferred(signal)).toList();
    }

    @Override
    public Verdict stopOrphan(Signal signal, Suspect suspect) {
        return deferred(signal);
    }

    @Override
    public boolean marksAreProvisional() {
        return false;
    }

    @Override
    public void stop(AttemptId attempt) {
        calls.add("stop " + attempt.taskId());
    }

    @Override
    public void stopRun(UUID runId) {
        calls.add("stop run");
    }

    @Override
    public List<String> get() {
        return List.copyOf(calls);
    }

    private static Verdict deferred(Signal signal) {
        return Verdict.defer(signal.label("deferred"), "this executor runs nothing that could be lost", Map.of());
    }
}
