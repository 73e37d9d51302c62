// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.doctor;

import io.dexaflow.diagnosis.Doctor;
import io.dexaflow.diagnosis.Doctor.Report;
import io.dexaflow.diagnosis.Finding;
import io.dexaflow.diagnosis.Finding.Level;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.osgi.annotation.bundle.Capability;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleListener;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceListener;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.condition.Condition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at the host again and again and publishes the condition {@code dexaflow.ready} while nothing is in the way.
 * When a look fails, the host counts as not ready, and the next look comes as usual.
 */
@Component(name = "io.dexaflow.doctor.readiness", service = {}, immediate = true)
@Capability(namespace = "osgi.service", attribute = {
        "objectClass:List<String>=\"org.osgi.service.condition.Condition\"",
        Condition.CONDITION_ID + "=" + Readiness.CONDITION})
public final class ReadinessWatch {

    private static final Logger LOG = LoggerFactory.getLogger(ReadinessWatch.class);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(200);
    private static final Duration WHEN_CALM = Duration.ofSeconds(5);

    private final Doctor doctor;
    private final BundleContext context;
    private final Readiness readiness = new Readiness();
    private final FindingNews news = new FindingNews(ReadinessWatch::appeared, ReadinessWatch::gone);
    private final Semaphore changes = new Semaphore(0);
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final ServiceListener onService = _ -> changes.release();
    private final BundleListener onBundle = _ -> changes.release();
    private Thread thread;
    private ServiceRegistration<Condition> registration;
    private boolean hasBeenReady;

    /**
     * @param doctor is asked at every look
     * @param context where the condition is published
     */
    @Activate
    public ReadinessWatch(@Reference(name = "doctor") Doctor doctor, BundleContext context) {
        this.doctor = doctor;
        this.context = context;
    }

    @Activate
    void start() {
        context.addServiceListener(onService);
        context.addBundleListener(onBundle);
        thread = Thread.ofVirtual().name("dexaflow-doctor-readiness").start(this::watch);
    }

    @Deactivate
    void stop() throws InterruptedException {
        context.removeServiceListener(onService);
        context.removeBundleListener(onBundle);
        stopped.countDown();
        changes.release();
        thread.interrupt();
        thread.join();
        if (registration != null) {
            registration.unregister();
        }
    }

    private void watch() {
        try {
            do {
                changes.drainPermits();
                look();
                if (readiness.calm()) {
                    changes.tryAcquire(WHEN_CALM.toMillis(), TimeUnit.MILLISECONDS);
                }
            } while (!stopped.await(BETWEEN_LOOKS.toMillis(), TimeUnit.MILLISECONDS));
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
    }

    private void look() {
        boolean clean = false;
        try {
            Report report = doctor.report();
            clean = report.ready();
            hasBeenReady = hasBeenReady || clean;
            if (hasBeenReady) {
                // What is missing while the host boots is no news.
                news.tell(report);
            }
        } catch (RuntimeException failed) {
            LOG.warn("the doctor could not look at the host: {}", Traces.firstCause(failed));
        }
        if (!Thread.currentThread().isInterrupted()) {
            publish(readiness.after(clean, Duration.ofNanos(System.nanoTime())));
        }
    }

    private void publish(boolean ready) {
        if (ready == (registration != null)) {
            return;
        }
        if (ready) {
            registration = context.registerService(Condition.class, Condition.INSTANCE,
                    FrameworkUtil.asDictionary(Map.of(Condition.CONDITION_ID, Readiness.CONDITION)));
            LOG.info("ready");
        } else {
            registration.unregister();
            registration = null;
            LOG.info("not ready any more");
        }
    }

    private static void appeared(Finding finding) {
        String evidence = finding.evidence().replace('\n', ' ');
        if (finding.level() == Level.BLOCKING) {
            LOG.error("{} seen=\"{}\" do=\"{}\"", finding.what(), evidence, finding.advice());
        } else {
            LOG.warn("{} seen=\"{}\" do=\"{}\"", finding.what(), evidence, finding.advice());
        }
    }

    private static void gone(Finding finding) {
        LOG.info("over: {}", finding.what());
    }
}
