// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.postgresembedded.internal;

import io.dexaflow.diagnosis.DoctorCheck;
import io.dexaflow.diagnosis.Finding;
import io.dexaflow.store.DatabaseEndpoint;
import java.nio.file.Path;
import java.time.Duration;
import java.util.AbstractMap;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.osgi.annotation.bundle.Capability;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.condition.Condition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the home's PostgreSQL server and offers it as the {@link DatabaseEndpoint} for as long as it is open. A home
 * that must not be opened ends the boot (condition {@code dexaflow.refused}); any other failure is said once and tried
 * again.
 *
 * <p>The endpoint is registered by hand, from a thread of our own, because starting a server takes longer than an
 * activation may.
 */
@Component(name = "io.dexaflow.postgres-embedded", service = DoctorCheck.class, immediate = true)
@Capability(namespace = "osgi.service",
        attribute = "objectClass:List<String>=\"io.dexaflow.store.DatabaseEndpoint\"", uses = DatabaseEndpoint.class)
public final class PostgresComponent implements DoctorCheck {

    private static final Logger LOG = LoggerFactory.getLogger(PostgresComponent.class);

    private static final int REFUSED = 78;
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

    private final BundleContext context;
    private final Thread starter;
    private final List<ServiceRegistration<?>> registrations = new CopyOnWriteArrayList<>();
    private volatile Optional<HomeServer> server = Optional.empty();
    private volatile String trouble = "it is starting";

    /** Assigns only; {@link #activate()} starts. */
    @Activate
    public PostgresComponent(BundleContext context) {
        this.context = context;
        this.starter = Thread.ofPlatform().daemon().name("dexaflow-postgres-start").unstarted(this::start);
    }

    /** Begins to start the server. */
    @Activate
    void activate() {
        starter.start();
    }

    @Override
    public String name() {
        return "postgres-embedded";
    }

    @Override
    public List<Finding> check() {
        Optional<String> what = server.map(HomeServer::trouble).orElseGet(() -> Optional.of(trouble));
        return what.map(words -> new Finding(Finding.Level.BLOCKING, "The embedded PostgreSQL is not running.", words,
                "A failure that may pass is tried again until it does; if it stays, see postgres/pg.log in the home."))
                .stream()
                .toList();
    }

    /** Withdraws the endpoint, then stops the server: its users let go of their connections in between. */
    @Deactivate
    void deactivate() {
        starter.interrupt();
        boolean interrupted = false;
        while (starter.isAlive()) {
            try {
                starter.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        registrations.reversed().forEach(PostgresComponent::unregister);
        try {
            server.ifPresent(HomeServer::close);
        } catch (RuntimeException e) {
            LOG.error("postgres was not stopped: {}", e.getMessage());
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void start() {
        Duration pause = FIRST_PAUSE;
        boolean told = false;
        try {
            while (!isSettled(told)) {
                told = true;
                Waiting.pause(pause);
                pause = pause.compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : pause;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** One attempt; false when another one makes sense. */
    private boolean isSettled(boolean told) throws InterruptedException {
        try {
            HomeServer opened = HomeServer.open(home());
            server = Optional.of(opened);
            offer(new Endpoint(opened));
            return true;
        } catch (RuntimeException e) {
            // Files closed by the interrupt fail in many ways; none of them is a reason to refuse a boot.
            if (Thread.interrupted()) {
                throw new InterruptedException("stopped while starting");
            }
            trouble = String.valueOf(e.getMessage());
            if (e instanceof HomeRefusedException) {
                refuse(trouble);
                return true;
            }
            if (told) {
                LOG.debug("postgres still does not start", e);
            } else {
                LOG.error("postgres does not start, trying on: {}", e.getMessage());
            }
            return false;
        }
    }

    /** For the bundles as their own type, for the launcher, which knows none of our types, as a map. */
    private void offer(Endpoint endpoint) {
        register(Map.class, new ServerInfo(endpoint), Map.of("dexaflow.server.info", "jdbc"));
        register(DatabaseEndpoint.class, endpoint, Map.of());
    }

    private void refuse(String words) {
        LOG.error("postgres refused the home: {}", words);
        register(Condition.class, Condition.INSTANCE, Map.of(Condition.CONDITION_ID, "dexaflow.refused", "exit.code",
                REFUSED, "message", words));
    }

    private Path home() {
        String home = context.getProperty("dexaflow.home");
        if (home == null || home.isBlank()) {
            throw new HomeRefusedException("The framework property dexaflow.home is not set: start the host with the"
                    + " dexaflow command, or set it to the home folder.");
        }
        return Path.of(home);
    }

    private <T> void register(Class<T> type, T service, Map<String, Object> properties) {
        try {
            registrations.add(context.registerService(type, service, new Hashtable<>(properties)));
        } catch (IllegalStateException e) {
            LOG.debug("the bundle is being stopped, nothing to offer any more", e);
        }
    }

    private static void unregister(ServiceRegistration<?> registration) {
        try {
            registration.unregister();
        } catch (IllegalStateException e) {
            // The framework was faster.
        }
    }

    /** What the others see of it. */
    private record Endpoint(HomeServer server) implements DatabaseEndpoint {

        @Override
        public String jdbcUrl() {
            return server.jdbcUrl();
        }

        @Override
        public String user() {
            return server.user();
        }

        @Override
        public String password() {
            return server.password();
        }

        @Override
        public String toString() {
            return "Endpoint[" + server.jdbcUrl() + "]";
        }
    }

    /** What the launcher writes into the home's {@code server.json}. */
    private static final class ServerInfo extends AbstractMap<String, String> {

        private final Map<String, String> values;

        ServerInfo(Endpoint endpoint) {
            this.values = Map.of("jdbc_url", endpoint.jdbcUrl(), "jdbc_user", endpoint.user(), "jdbc_password",
                    endpoint.password());
        }

        @Override
        public Set<Entry<String, String>> entrySet() {
            return values.entrySet();
        }

        /** Without the password: the shell prints services. */
        @Override
        public String toString() {
            return "ServerInfo[" + values.get("jdbc_url") + "]";
        }
    }
}
