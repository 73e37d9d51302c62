// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.doctor;

import io.dexaflow.diagnosis.DoctorCheck;
import io.dexaflow.diagnosis.Finding;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkEvent;
import org.osgi.framework.FrameworkListener;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.condition.Condition;

/**
 * Finds the bundles that cannot be resolved or did not start, and says what is missing.
 * It only reads; an error that the framework reported before this check was there is not known to it.
 */
@Component(name = "io.dexaflow.doctor.bundles")
public final class BundlesCheck implements DoctorCheck {

    static final String NAME = "bundles";

    private final BundleContext context;
    private final BundleReader reader;
    private final Map<String, String> errors = new ConcurrentHashMap<>();
    private final FrameworkListener listener = this::remember;
    private volatile boolean hasBeenReady;

    /** @param context knows the bundles */
    @Activate
    public BundlesCheck(BundleContext context) {
        this.context = context;
        this.reader = new BundleReader(context);
    }

    @Activate
    void listen() {
        context.addFrameworkListener(listener);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public List<Finding> check() {
        hasBeenReady = hasBeenReady || isReady();
        return new BundleWords(reader.bundles(), errors, !hasBeenReady).findings();
    }

    @Deactivate
    void stop() {
        context.removeFrameworkListener(listener);
    }

    private void remember(FrameworkEvent event) {
        if (event.getType() == FrameworkEvent.ERROR && event.getBundle().getSymbolicName() != null) {
            errors.put(event.getBundle().getSymbolicName(), Traces.firstCause(event.getThrowable()));
        }
    }

    private boolean isReady() {
        try {
            Collection<?> ready = context.getServiceReferences(Condition.class, Readiness.FILTER);
            return !ready.isEmpty();
        } catch (InvalidSyntaxException impossible) {
            throw new IllegalStateException("the filter " + Readiness.FILTER + " is wrong", impossible);
        }
    }
}
