// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.management.HotSpotDiagnosticMXBean;
import io.dexaflow.control.ExecutorDirectory;
import io.dexaflow.control.ExecutorDirectory.ExecutorInfo;
import io.dexaflow.control.Gate;
import io.dexaflow.control.Maintenance;
import io.dexaflow.diagnosis.Doctor.Entry;
import io.dexaflow.diagnosis.DoctorCheck;
import io.dexaflow.diagnosis.Finding;
import io.dexaflow.diagnosis.Finding.Level;
import io.dexaflow.store.DatabaseClock;
import io.dexaflow.store.DatabaseEndpoint;
import io.dexaflow.store.Readings;
import io.dexaflow.store.StoreException;
import io.dexaflow.timing.Ladder;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Proxy;
import java.net.ConnectException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleException;
import org.osgi.framework.FrameworkUtil;

/** The doctor's jar in a real framework with a real component runtime. */
class DoctorIT {

    @TempDir private Path storage;

    private record Endpoint(String jdbcUrl, String user, String password) implements DatabaseEndpoint {}

    private FelixHost host;
    private volatile StoreException outage;

    @BeforeEach
    void start() throws BundleException {
        host = FelixHost.start(storage);
    }

    @AfterEach
    void stop() throws BundleException {
        System.clearProperty(Parts.Slow.GATE);
        host.close();
    }

    @Test
    void speaksWithNothingButTheComponentRuntime() throws Exception {
        assertThat(host.report().ready()).isFalse();
        assertThat(host.isReady()).isFalse();
        assertThat(text()).contains("Nobody offers io.dexaflow.store.Readings.",
                "Nobody offers io.dexaflow.control.ExecutorDirectory.");
    }

    @Test
    void becomesReadyAndStopsBeingSo() throws Exception {
        beComplete();
        awaitReady(true);
        assertThat(text()).isEqualTo("Ready. Nothing to report.\n");

        outage = new StoreException("cannot ask the database for its time", new ConnectException("refused"));
        awaitReady(false);
        assertThat(text()).contains("The database does not answer.", "first cause: ConnectException: refused");

        outage = null;
        awaitReady(true);
    }

    @Test
    void twoWhoSayWhereTheDatabaseIsAreAWarning() throws Exception {
        beComplete();
        for (int i = 0; i < 2; i++) {
            host.context().registerService(DatabaseEndpoint.class, new Endpoint("jdbc:x:" + i, "u", "p"), null);
        }

        assertThat(host.report().entries()).singleElement().satisfies(entry -> {
            assertThat(entry.check()).isEqualTo("store");
            assertThat(entry.finding().level()).isEqualTo(Level.WARNING);
        });
    }

    @Test
    void foldsEverythingUnderTheComponentThatFailed() throws Exception {
        beComplete();
        host.install(TestBundle.named("t.orders")
                .component("orders.ledger", Parts.Broken.class, "", TestBundle.offers(Runnable.class))
                .component("orders.page", Parts.User.class, "immediate='true'",
                        TestBundle.isMadeWith("ledger", Runnable.class))
                .component("orders.mail", Parts.Sound.class, "", TestBundle.needs("ledger", "java.lang.Runnable",
                        "(kind=none)")))
                .start();

        assertThat(host.report().entries()).extracting(e -> e.finding().what())
                .containsExactly(
                        "orders.ledger could not start.", "Nobody offers java.lang.Runnable with (kind=none).");
        assertThat(host.report().entries().getFirst().finding().evidence()).isEqualTo("""
                IllegalStateException: cannot open the ledger of orders; \
                first cause: IllegalArgumentException: no password was given
                waiting because of it (1): orders.page""");
    }

    @Test
    void isNotReadyWhileAComponentIsStarting() throws Exception {
        beComplete();
        awaitReady(true);
        System.setProperty(Parts.Slow.GATE, "closed");
        Bundle slow = host.install(TestBundle.named("t.slow")
                .component("orders.slow", Parts.Slow.class,
                        "immediate='true'", TestBundle.offers(Runnable.class)));
        Thread starter = Thread.ofVirtual().name("starter").start(() -> start(slow));
        awaitReady(false);

        assertThat(text()).contains("orders.slow is still starting.");

        System.clearProperty(Parts.Slow.GATE);
        starter.join();
        awaitReady(true);
    }

    @Test
    void ignoresWhatMayBeMeantToBeIdle() throws Exception {
        beComplete();
        host.install(TestBundle.named("t.idle")
                .component("idle.unconfigured", Parts.Sound.class, "configuration-policy='require'",
                        TestBundle.offers(Callable.class))
                .component("idle.factory", Parts.Sound.class, "factory='f'", TestBundle.needs("r", Runnable.class))
                .component("idle.disabled", Parts.Sound.class, "enabled='false'",
                        TestBundle.needs("r", Runnable.class)))
                .start();

        assertThat(host.report().entries()).isEmpty();
    }

    @Test
    void namesTheConfigurationThatSomeoneWaitsFor() throws Exception {
        beComplete();
        host.install(TestBundle.named("t.idle")
                .component("mail", Parts.Sound.class, "configuration-policy='require' configuration-pid='mail.server'",
                        TestBundle.offers(Callable.class))
                .component("alerts", Parts.Sound.class, "", TestBundle.needs("mail", Callable.class))).start();

        assertThat(text()).contains("mail waits for a configuration.", "no configuration mail.server",
                "missing (1): java.util.concurrent.Callable", "waiting because of it (1): alerts");
    }

    @Test
    void saysWhatABundleLacks() throws Exception {
        beComplete();
        host.install(TestBundle.named("t.lost")
                .header("Import-Package",
                        "org.nowhere;version=\"[1.0,2)\",org.slf4j;version=\"[1.7,1.8)\""));
        host.install(TestBundle.named("t.waits").header("Require-Bundle", "t.lost"));

        assertThat(host.report().entries()).singleElement().extracting(Entry::finding).satisfies(finding -> {
            assertThat(finding.what()).isEqualTo("The bundle t.lost cannot be resolved.");
            assertThat(finding.evidence()).isEqualTo(
                    """
                            it needs the package org.nowhere, version 1.0.0 or newer, below 2.0.0
                            it needs the package org.slf4j, version 1.7.0 or newer, below 1.8.0 \
                            (there is 2.0.20 in the host itself)
                            waiting because of it (1): t.waits""");
        });
    }

    @Test
    void namesTheBundleThatIsDownWhereSomeoneWaitsForIt() throws Exception {
        beComplete();
        Bundle gate = host.install(TestBundle.named("t.gate")
                .header("Bundle-Activator", "t.gate.Absent")
                .header("Provide-Capability", "osgi.service;objectClass:List<String>=\"java.lang.Runnable\""));
        host.install(TestBundle.named("t.user")
                .component("user", Parts.Sound.class, "",
                        TestBundle.needs("gate", Runnable.class)))
                .start();
        start(gate);

        assertThat(text()).contains("The bundle t.gate did not start.",
                "The bundle t.gate is not active.",
                "missing (1): java.lang.Runnable", "felix:start " + gate.getBundleId() + ".",
                "waiting because of it (1): user");
    }

    @Test
    void looksBehindABundleThatRegistersItsServicesItself() throws Exception {
        beComplete();
        host.install(TestBundle.named("t.store")
                .header("Provide-Capability", "osgi.service;objectClass:List<String>=\"java.lang.Runnable\"")
                .component("store.opener", Parts.Broken.class, "immediate='true'")).start();
        host.install(TestBundle.named("t.user")
                .component("user", Parts.Sound.class, "",
                        TestBundle.needs("store", Runnable.class)))
                .start();

        assertThat(host.report().entries()).singleElement().satisfies(entry -> {
            assertThat(entry.finding().what()).isEqualTo("store.opener could not start.");
            assertThat(entry.finding().evidence()).endsWith("waiting because of it (1): user");
        });
    }

    @Test
    void asksTheChecksOfOthers() throws Exception {
        beComplete();
        DoctorCheck mail = new DoctorCheck() {

            @Override
            public String name() {
                return "mail";
            }

            @Override
            public List<Finding> check() {
                return List.of(new Finding(Level.WARNING, "No mail.", "no server", "Name one."));
            }
        };
        host.context().registerService(DoctorCheck.class, mail, null);

        assertThat(text()).startsWith("Ready.\n").contains("No mail.  [mail]");
        awaitReady(true);
    }

    @Test
    void leavesNoThreadBehind() throws Exception {
        beComplete();
        awaitReady(true);
        Bundle doctor = bundle("io.dexaflow.doctor");
        assertThat(threads()).contains("dexaflow-doctor-readiness");

        doctor.stop();

        assertThat(host.isReady()).isFalse();
        assertThat(threads()).doesNotContain("dexaflow-doctor");
        doctor.start();
        awaitReady(true);
    }

    private void beComplete() {
        ExecutorDirectory directory = () -> List.of(new ExecutorInfo("subprocess", "x 1.0", true, 0));
        host.context().registerService(ExecutorDirectory.class, directory, null);
        MaintenanceParts parts = new MaintenanceParts();
        host.context().registerService(Gate.class, () -> parts.gate, null);
        host.context().registerService(Maintenance.class, parts, null);
        host.context().registerService(Ladder.class, MaintenanceParts.ladder(), null);
        host.context().registerService(DatabaseClock.class, () -> MaintenanceParts.NOW, null);
        Readings readings = (Readings) Proxy.newProxyInstance(Readings.class.getClassLoader(),
                new Class<?>[]{Readings.class}, (self, method, arguments) -> switch (method.getName()) {
                    case "ping" -> ping();
                    case "hashCode" -> System.identityHashCode(self);
                    case "equals" -> self == arguments[0];
                    default -> method.getName();
                });
        host.context().registerService(Readings.class, readings, FrameworkUtil.asDictionary(Map.of("fake", true)));
    }

    private Instant ping() {
        if (outage != null) {
            throw outage;
        }
        return Instant.EPOCH;
    }

    private void awaitReady(boolean ready) {
        await().atMost(Duration.ofSeconds(20))
                .pollInterval(Duration.ofMillis(20))
                .untilAsserted(() -> assertThat(host.isReady()).as(text()).isEqualTo(ready));
    }

    private String text() throws Exception {
        return (String) host.service(Supplier.class, "(dexaflow.doctor=report)").get();
    }

    /** Every thread there is, virtual ones too. */
    private String threads() throws IOException {
        Path dump = storage.resolve("threads.txt");
        Files.deleteIfExists(dump);
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                .dumpThreads(dump.toString(),
                        HotSpotDiagnosticMXBean.ThreadDumpFormat.TEXT_PLAIN);
        return Files.readString(dump);
    }

    private Bundle bundle(String name) {
        return List.of(host.context().getBundles())
                .stream()
                .filter(b -> name.equals(b.getSymbolicName()))
                .findFirst()
                .orElseThrow();
    }

    private static void start(Bundle bundle) {
        try {
            bundle.start();
        } catch (BundleException expected) {
            // What became of it is what the test looks at.
        }
    }
}
