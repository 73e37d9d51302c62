// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.doctor;

import io.dexaflow.diagnosis.Doctor.Entry;
import io.dexaflow.diagnosis.DoctorCheck;
import io.dexaflow.diagnosis.Finding;
import io.dexaflow.diagnosis.Finding.Level;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Asks checks side by side, each on a thread of its own, and waits for none of them longer than the patience it was
 * given. A check that hangs is not asked again until it has come back.
 */
final class CheckRunner implements AutoCloseable {

    /** The checks that readiness rests on; when one of them cannot say that all is well, the host is not ready. */
    private static final Set<String> ESSENTIAL =
            Set.of(BundlesCheck.NAME, ComponentsCheck.NAME, StoreCheck.NAME, ExecutorsCheck.NAME);

    private final Duration patience;
    private final ExecutorService threads =
            Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("dexaflow-doctor-check-", 0).factory());
    private final Map<DoctorCheck, Future<List<Finding>>> hanging = new HashMap<>();

    CheckRunner(Duration patience) {
        this.patience = patience;
    }

    /** What the checks find now, in their order. One look at a time, or one would be given another's older answer. */
    synchronized List<Entry> run(Collection<DoctorCheck> checks) {
        long deadline = System.nanoTime() + patience.toNanos();
        hanging.values().removeIf(Future::isDone);
        Map<DoctorCheck, Future<List<Finding>>> asked = new LinkedHashMap<>();
        checks.forEach(check -> asked.put(check, ask(check)));
        return asked.entrySet()
                .stream()
                .flatMap(e -> answer(e.getKey(), e.getValue(), deadline).stream()
                        .map(finding -> new Entry(e.getKey().name(), finding)))
                .toList();
    }

    private Future<List<Finding>> ask(DoctorCheck check) {
        Future<List<Finding>> old = hanging.get(check);
        return old == null ? threads.submit(check::check) : old;
    }

    private List<Finding> answer(DoctorCheck check, Future<List<Finding>> future, long deadline) {
        try {
            return future.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException silent) {
            hanging.put(check, future);
            return List.of(own(check, "The check " + check.name() + " does not answer.",
                    "it was given " + patience.toSeconds() + " s",
                    "What it looks at may hang; look into the log."));
        } catch (ExecutionException failed) {
            return List.of(own(check, "The check " + check.name() + " failed.", Traces.firstCause(failed.getCause()),
                    "Report it to whoever made the check."));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return List.of(own(check, "The check " + check.name() + " was not waited for.", "the doctor is stopping",
                    "Ask again."));
        }
    }

    private static Finding own(DoctorCheck check, String what, String evidence, String advice) {
        Level level = ESSENTIAL.contains(check.name()) ? Level.BLOCKING : Level.WARNING;
        return new Finding(level, what, evidence, advice);
    }

    @Override
    public void close() {
        threads.shutdownNow();
        try {
            threads.awaitTermination(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
