// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal;

import java.util.ArrayList;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.condition.Condition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What of the store stands in the service registry: its services, or the word that the boot is refused. Once it has been
 * withdrawn nothing appears any more, and a store that comes too late is closed.
 */
final class Publication {

    private static final Logger LOG = LoggerFactory.getLogger(Publication.class);
    private static final int EXIT_REFUSED = 78;
    private static final int EXIT_BAD_INPUT = 2;

    private final BundleContext bundle;
    private final List<ServiceRegistration<?>> registrations = new ArrayList<>();
    private PostgresStore store;
    private boolean withdrawn;

    Publication(BundleContext bundle) {
        this.bundle = bundle;
    }

    void publish(PostgresStore opened) {
        synchronized (this) {
            store = opened;
        }
        for (Map.Entry<Class<?>, Object> service : opened.services().entrySet()) {
            register(service.getKey().getName(), service.getValue(), Map.of(Constants.SERVICE_DESCRIPTION,
                    service.getKey().getSimpleName() + " on PostgreSQL"));
        }
        if (isWithdrawn()) {
            withdraw();
        }
    }

    void refuse(String message) {
        refuse(message, EXIT_REFUSED);
    }

    /** Refuses what the host was given to restore. */
    void refuseInput(String message) {
        refuse(message, EXIT_BAD_INPUT);
    }

    private void refuse(String message, int exitCode) {
        if (!isWithdrawn()) {
            LOG.error("boot refused because={}", message);
            say(Map.of(Condition.CONDITION_ID, "dexaflow.refused", "exit.code", exitCode, "message", message));
        }
    }

    /** A restore has begun, and takes its time. */
    void restoring() {
        say(Map.of(Condition.CONDITION_ID, "dexaflow.restoring"));
    }

    /** A restore is done; no service of the store appears. */
    void restored(String message) {
        LOG.info("restored {}", message);
        say(Map.of(Condition.CONDITION_ID, "dexaflow.restored", "message", message));
    }

    private void say(Map<String, ?> condition) {
        register(Condition.class.getName(), Condition.INSTANCE, condition);
        if (isWithdrawn()) {
            withdraw();
        }
    }

    /** Registers without a lock: whoever waits for the service starts on this thread. */
    private void register(String type, Object service, Map<String, ?> properties) {
        if (!isWithdrawn()) {
            ServiceRegistration<?> registration = bundle.registerService(type, service, new Hashtable<>(properties));
            synchronized (this) {
                registrations.addFirst(registration);
            }
        }
    }

    private synchronized boolean isWithdrawn() {
        return withdrawn;
    }

    /** Takes back the services, the last one first, and closes the store. */
    void withdraw() {
        List<ServiceRegistration<?>> published;
        PostgresStore opened;
        synchronized (this) {
            withdrawn = true;
            published = List.copyOf(registrations);
            registrations.clear();
            opened = store;
            store = null;
        }
        published.forEach(Publication::unregister);
        if (opened != null) {
            opened.close();
        }
    }

    private static void unregister(ServiceRegistration<?> registration) {
        try {
            registration.unregister();
        } catch (IllegalStateException already) {
            LOG.debug("a service is gone already because={}", already.getMessage());
        }
    }
}
