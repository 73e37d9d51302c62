// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal;

import io.dexaflow.store.DatabaseEndpoint;
import java.util.ArrayList;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import org.osgi.annotation.bundle.Capability;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Deactivate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Offers the database that the configuration names, if it names one. What somebody configured goes before what is just
 * there, so it ranks above the embedded server; that there are two is the doctor's to say. A configuration that names no
 * database in a way that can work ends the boot.
 *
 * <p>The endpoint is registered by hand: a component's own service would show its configuration, the password among it, to
 * whoever lists services.
 */
@Component(name = "io.dexaflow.store-postgres.external-database", service = {}, immediate = true,
        configurationPid = "io.dexaflow.store-postgres", configurationPolicy = ConfigurationPolicy.REQUIRE)
@Capability(namespace = "osgi.service",
        attribute = "objectClass:List<String>=\"io.dexaflow.store.DatabaseEndpoint\"", uses = DatabaseEndpoint.class)
public final class ExternalDatabase {

    private static final Logger LOG = LoggerFactory.getLogger(ExternalDatabase.class);
    private static final int ABOVE_EMBEDDED = 100;

    private final BundleContext bundle;
    private final StoreConfig config;
    private final Publication publication;
    private final List<ServiceRegistration<?>> registrations = new ArrayList<>();

    @Activate
    public ExternalDatabase(BundleContext bundle, StoreConfig config) {
        this.bundle = bundle;
        this.config = config;
        this.publication = new Publication(bundle);
    }

    @Activate
    void start() {
        if (config.database_url().isBlank()) {
            LOG.debug("no database.url is configured");
            return;
        }
        try {
            ExternalEndpoint endpoint =
                    ExternalEndpoint.of(config.database_url(), config.database_user(), config.database_password());
            registrations.add(bundle.registerService(DatabaseEndpoint.class, endpoint,
                    ranked(Constants.SERVICE_DESCRIPTION, "The database that database.url names")));
            // The launcher, which knows no class of ours, writes this into the home's server.json.
            registrations.add(bundle.registerService(Map.class,
                    Map.of("jdbc_url", endpoint.jdbcUrl(), "jdbc_user", endpoint.user()),
                    ranked("dexaflow.server.info", "jdbc")));
            LOG.info("external database url={} user={}", endpoint.jdbcUrl(), endpoint.user());
        } catch (IllegalArgumentException wrong) {
            publication.refuse("io.dexaflow.store-postgres: " + wrong.getMessage());
        }
    }

    @Deactivate
    void stop() {
        publication.withdraw();
        registrations.forEach(ServiceRegistration::unregister);
        registrations.clear();
    }

    private static Hashtable<String, Object> ranked(String name, String value) {
        return new Hashtable<>(Map.of(Constants.SERVICE_RANKING, ABOVE_EMBEDDED, name, value));
    }
}
