// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.host;

import io.dexaflow.launcher.Clocks;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceEvent;
import org.osgi.framework.ServiceListener;
import org.osgi.framework.ServiceReference;

/** Waits for the host to say that it is ready, or that it refuses. Anything that comes up meanwhile counts as progress. */
final class Readiness implements AutoCloseable {

    private static final String CONDITION = "osgi.condition.id";
    private static final String READY = "dexaflow.ready";
    private static final String REFUSED = "dexaflow.refused";
    private static final String RESTORING = "dexaflow.restoring";
    private static final String RESTORED = "dexaflow.restored";

    private final BundleContext context;
    private final CompletableFuture<Verdict> verdict = new CompletableFuture<>();
    private final ServiceListener listener = this::serviceChanged;
    private volatile Duration lastProgress = Clocks.monotonic();

    private volatile boolean isRestoring;

    /** What the bundles said. */
    sealed interface Verdict {

        /** The host does its work. */
        record Ready() implements Verdict {}

        /**
         * A backup is restored, and the host does nothing else.
         *
         * @param what what was restored
         */
        record Restored(String what) implements Verdict {}

        /**
         * A bundle refuses.
         *
         * @param exitCode what the program is to end with
         * @param message what is wrong and what to do
         */
        record Refused(int exitCode, String message) implements Verdict {}
    }

    Readiness(BundleContext context) {
        this.context = context;
        context.addServiceListener(listener);
        find(RESTORING);
        find(REFUSED);
        find(RESTORED);
        find(READY);
    }

    private void find(String condition) {
        Services.find(context, "(" + CONDITION + "=" + condition + ")").forEach(this::decide);
    }

    private void serviceChanged(ServiceEvent event) {
        if (event.getType() == ServiceEvent.REGISTERED) {
            lastProgress = Clocks.monotonic();
            decide(event.getServiceReference());
        }
    }

    private void decide(ServiceReference<?> service) {
        Object condition = service.getProperty(CONDITION);
        if (REFUSED.equals(condition)) {
            int exitCode = service.getProperty("exit.code") instanceof Integer code ? code : 78;
            verdict.complete(new Verdict.Refused(exitCode,
                    Objects.toString(service.getProperty("message"), "a bundle refused, without words")));
        } else if (READY.equals(condition)) {
            verdict.complete(new Verdict.Ready());
        } else if (RESTORED.equals(condition)) {
            verdict.complete(new Verdict.Restored(Objects.toString(service.getProperty("message"), "the database")));
        } else if (RESTORING.equals(condition)) {
            isRestoring = true;
        }
    }

    /** Whether a restore is under way, which takes as long as it takes. */
    boolean isRestoring() {
        return isRestoring;
    }

    /** Whether something came up within this time. */
    boolean hasProgressedWithin(Duration time) {
        return Clocks.since(lastProgress).compareTo(time) < 0;
    }

    /** The verdict, if it comes within this time; else null. */
    Verdict await(Duration time) throws InterruptedException {
        try {
            return verdict.get(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            return null;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        context.removeServiceListener(listener);
    }
}
