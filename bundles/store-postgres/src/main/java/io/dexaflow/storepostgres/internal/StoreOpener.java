// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal;

import io.dexaflow.store.DatabaseEndpoint;
import io.dexaflow.storepostgres.internal.backup.Restore;
import io.dexaflow.storepostgres.internal.backup.RestoreRefusedException;
import io.dexaflow.storepostgres.internal.leader.PoolerProbe;
import io.dexaflow.storepostgres.internal.schema.SchemaMigrator;
import io.dexaflow.storepostgres.internal.sql.SqlFailures;
import io.dexaflow.timing.Ladder;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.osgi.annotation.bundle.Capability;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.jdbc.DataSourceFactory;
import org.osgi.service.metatype.annotations.Designate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens the store: migrates the schema, opens the pool, publishes the ledgers. While the database does not answer it tries
 * again; what no time can heal it publishes as the condition {@code dexaflow.refused}, and then no ledger appears.
 */
@Component(name = "io.dexaflow.store-postgres.opener", service = {}, immediate = true,
        configurationPid = "io.dexaflow.store-postgres")
@Designate(ocd = StoreConfig.class)
@Capability(namespace = "osgi.service", attribute = "objectClass:List<String>=\""
        + "io.dexaflow.control.Backup,"
        + "io.dexaflow.store.AttemptLedger,io.dexaflow.store.BackfillLedger,"
        + "io.dexaflow.store.CallbackLedger,io.dexaflow.store.ClearLedger,"
        + "io.dexaflow.store.DagCatalog,io.dexaflow.store.DagLedger,io.dexaflow.store.DatabaseClock,"
        + "io.dexaflow.store.DecisionLedger,io.dexaflow.store.EventLedger,io.dexaflow.store.Figures,"
        + "io.dexaflow.store.LeaderLock,io.dexaflow.store.PoolLedger,io.dexaflow.store.Readings,"
        + "io.dexaflow.store.ReapLedger,io.dexaflow.store.RetentionLedger,io.dexaflow.store.RunLedger,"
        + "io.dexaflow.store.ScheduleLedger,io.dexaflow.store.TaskLedger,io.dexaflow.store.VariableLedger,"
        + "io.dexaflow.diagnosis.DoctorCheck\"")
public final class StoreOpener {

    private static final Logger LOG = LoggerFactory.getLogger(StoreOpener.class);
    /** Framework property: a backup to restore; the host is there for nothing else then. */
    private static final String RESTORE = "dexaflow.restore";
    private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);
    private static final Duration END_PATIENCE = Duration.ofSeconds(5);

    private final DatabaseEndpoint endpoint;
    private final DataSourceFactory driver;
    private final Ladder ladder;
    private final StoreConfig config;
    private final Publication publication;
    private final String backup;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private Thread opening;

    @Activate
    public StoreOpener(BundleContext bundle, @Reference(name = "endpoint") DatabaseEndpoint endpoint,
            @Reference(name = "driver",
                    target = "(osgi.jdbc.driver.class=org.postgresql.Driver)") DataSourceFactory driver,
            @Reference(name = "ladder") Ladder ladder, StoreConfig config) {
        this.endpoint = endpoint;
        this.driver = driver;
        this.ladder = ladder;
        this.config = config;
        this.publication = new Publication(bundle);
        this.backup = bundle.getProperty(RESTORE);
    }

    @Activate
    void start() {
        opening = Thread.ofPlatform().daemon().name("dexaflow-store-opening").start(this::openInTheEnd);
    }

    @Deactivate
    void stop() {
        stopped.countDown();
        opening.interrupt();
        try {
            opening.join(END_PATIENCE);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        publication.withdraw();
    }

    private void openInTheEnd() {
        Duration pause = FIRST_PAUSE;
        try {
            while (!opened(pause == FIRST_PAUSE)) {
                if (stopped.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
                    return;
                }
                pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : LONGEST_PAUSE;
            }
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean opened(boolean firstTime) {
        try {
            open();
            return true;
        } catch (BootRefusedException refused) {
            publication.refuse(refused.getMessage());
            return true;
        } catch (RestoreRefusedException refused) {
            publication.refuseInput(refused.getMessage());
            return true;
        } catch (SQLException | RuntimeException failure) {
            return settled(failure, firstTime);
        }
    }

    private boolean settled(Exception failure, boolean firstTime) {
        if (stopped.getCount() == 0) {
            return true;
        }
        if (!SqlFailures.isOutage(failure) && !SqlFailures.isContention(failure)) {
            publication.refuse(SqlFailures.translate("open the store at " + endpoint.jdbcUrl(), failure).getMessage());
            return true;
        }
        if (firstTime) {
            LOG.warn("the database does not answer yet, it is asked again url={} because={}", endpoint.jdbcUrl(),
                    failure.getMessage());
        } else {
            LOG.debug("the database does not answer yet because={}", failure.getMessage());
        }
        return false;
    }

    private void open() throws SQLException {
        StoreSettings settings = settings();
        Sources sources = Sources.of(driver, endpoint, settings.statementTimeoutSeconds());
        PoolerProbe.refuseTransactionPooling(sources.lock());
        if (backup != null) {
            restore(sources);
            return;
        }
        new SchemaMigrator(sources.migration()).migrate();
        publication.publish(PostgresStore.open(sources, settings, ladder.confirmationValve()));
        LOG.info("store open url={}", endpoint.jdbcUrl());
    }

    private void restore(Sources sources) throws SQLException {
        Restore restore = new Restore(sources.migration());
        restore.refuseUsed();
        new SchemaMigrator(sources.migration()).migrate();
        publication.restoring();
        publication.restored(restore.from(Path.of(backup)));
    }

    private StoreSettings settings() {
        try {
            return StoreSettings.of(config);
        } catch (IllegalArgumentException wrong) {
            throw new BootRefusedException("io.dexaflow.store-postgres: " + wrong.getMessage(), wrong);
        }
    }
}
