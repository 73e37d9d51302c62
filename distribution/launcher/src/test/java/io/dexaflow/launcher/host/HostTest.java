// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.read.ListAppender;
import io.dexaflow.launcher.CommandException;
import io.dexaflow.launcher.Distribution;
import io.dexaflow.launcher.home.Home;
import io.dexaflow.launcher.home.HomeLock;
import io.dexaflow.launcher.home.ServerFile;
import io.dexaflow.launcher.home.ServerInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Boots the framework with a few real bundles and some made for the purpose. */
class HostTest {

    private static final Patience QUICK = new Patience(Duration.ofSeconds(30), Duration.ofSeconds(1),
            Duration.ofMinutes(1));
    private static final String LOGBACK = "<configuration><root level=\"INFO\"/></configuration>";

    @TempDir private Path folder;
    private Distribution distribution;
    private Home home;

    @BeforeEach
    void setUp() throws IOException {
        distribution = new Distribution(folder.resolve("dist"));
        home = new Home(folder.resolve("home"));
        Files.createDirectories(distribution.bundles());
        Files.createDirectories(distribution.conf());
        Files.writeString(distribution.conf().resolve("logback.xml"), LOGBACK);
        for (Path jar : Distribution.jarsOf(Path.of(System.getProperty("test.bundles")))) {
            Files.copy(jar, distribution.bundles().resolve(jar.getFileName()), StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private Host boot(Map<String, String> settings) {
        return Host.boot(new HostOptions(home, distribution, home.dags(), 0, false, settings), BootConsole.SILENT,
                QUICK);
    }

    private CommandException refusal() {
        return catchThrowableOfType(CommandException.class, () -> boot(Map.of()));
    }

    private TestBundle bundle(String name, Class<?> activator) throws IOException {
        return TestBundle.named(name, "1.0.0")
                .header("Bundle-Activator", activator.getName())
                .header("Import-Package", "org.osgi.framework,org.osgi.service.cm")
                .withClass(activator);
    }

    private void add(TestBundle bundle, String file) throws IOException {
        bundle.write(distribution.bundles().resolve(file));
    }

    /** What is logged from here on; logback reads its file once in the life of a test JVM. */
    private static ListAppender<ILoggingEvent> listen() {
        ListAppender<ILoggingEvent> events = new ListAppender<>();
        events.start();
        ((ch.qos.logback.classic.Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME)).addAppender(events);
        return events;
    }

    /** Says what a real host says: ready, where it listens, how to reach its database, and what it was given. */
    public static final class SaysReady implements BundleActivator {

        @Override
        public void start(BundleContext context) {
            context.registerService(Object.class, "http", new Hashtable<>(Map.of("osgi.http.endpoint",
                    new String[]{"http://127.0.0.1:4711/"})));
            context.registerService(Map.class, Map.of("jdbc_url", "jdbc:x", "jdbc_user", "u", "jdbc_password", "p"),
                    new Hashtable<>(Map.of("dexaflow.server.info", "jdbc")));
            context.registerService(Object.class, "ready", new Hashtable<>(Map.of("osgi.condition.id",
                    "dexaflow.ready")));
        }

        @Override
        public void stop(BundleContext context) {}
    }

    /** Refuses, as a broken ladder does. */
    public static final class Refuses implements BundleActivator {

        @Override
        public void start(BundleContext context) {
            context.registerService(Object.class, "no", new Hashtable<>(Map.of("osgi.condition.id",
                    "dexaflow.refused", "exit.code", 78, "message", "rung A (10 s) must be below B (5 s)")));
        }

        @Override
        public void stop(BundleContext context) {}
    }

    /** A doctor. */
    public static final class Doctor implements BundleActivator {

        @Override
        public void start(BundleContext context) {
            Supplier<String> report = () -> "the store has no database";
            context.registerService(Supplier.class, report, new Hashtable<>(Map.of("dexaflow.doctor", "report")));
        }

        @Override
        public void stop(BundleContext context) {}
    }

    /** A component that cannot be activated. */
    public static final class Throws {

        void activate() {
            throw new IllegalStateException("there is no disk for the ledger");
        }
    }

    @Test
    void aReadyHostIsInItsServerFileUntilItIsStopped() throws IOException {
        add(bundle("test.ready", SaysReady.class), "ready.jar");

        try (Host host = boot(Map.of())) {
            ServerInfo written = ServerFile.require(home);
            assertThat(written).usingRecursiveComparison().isEqualTo(host.server());
            assertThat(written.api()).isEqualTo("http://127.0.0.1:4711");
            assertThat(written.database().url()).isEqualTo("jdbc:x");
            assertThat(host.problems()).isEmpty();
        }

        assertThat(home.serverFile()).doesNotExist();
        HomeLock.take(home).close();
    }

    @Test
    void aSecondBootFindsNothingOfTheFirst() throws IOException {
        add(bundle("test.ready", SaysReady.class), "ready.jar");
        boot(Map.of()).close();
        Files.delete(distribution.bundles().resolve("ready.jar"));
        add(bundle("test.ready.too", SaysReady.class), "other.jar");

        try (Host host = boot(Map.of())) {
            assertThat(host.bundleNames()).contains("test.ready.too").doesNotContain("test.ready");
        }
    }

    @Test
    void theConfigurationIsThereBeforeTheBundlesThatNeedIt() throws IOException {
        Files.createDirectories(distribution.conf());
        Files.writeString(distribution.conf().resolve("io.example.cfg"), "a=1\nb=1\n");
        add(bundle("test.ready", SaysReady.class), "ready.jar");

        try (Host host = boot(Map.of("io.example:b", "2"))) {
            assertThat(host.configurationOf("io.example")).containsEntry("a", "1").containsEntry("b", "2");
        }
    }

    @Test
    void aRefusalEndsTheBootWithItsWordsAndItsExitCode() throws IOException {
        add(bundle("test.refuses", Refuses.class), "refuses.jar");

        CommandException refusal = refusal();

        assertThat(refusal.exitCode()).isEqualTo(78);
        assertThat(refusal).hasMessage("rung A (10 s) must be below B (5 s)");
        HomeLock.take(home).close();
    }

    @Test
    void aComponentThatFailsIsNamedWithItsCauseInTheMessageAndInTheLog() throws IOException {
        add(TestBundle.named("io.dexaflow.test", "1.0.0").component("io.dexaflow.test.ledger", Throws.class),
                "throws.jar");

        HostLogging.start(new HostOptions(home, distribution, home.dags(), 0, false, Map.of()));
        ListAppender<ILoggingEvent> log = listen();
        CommandException refusal = refusal();

        assertThat(refusal.exitCode()).isEqualTo(4);
        assertThat(refusal).hasMessageContaining("io.dexaflow.test: component " + Throws.class.getName())
                .hasMessageContaining("there is no disk for the ledger");
        assertThat(refusal.getMessage()).doesNotContain("\tat ");
        assertThat(log.list).filteredOn(event -> event.getLevel() == Level.ERROR && event.getThrowableProxy() != null)
                .first()
                .satisfies(event -> {
                    assertThat(event.getFormattedMessage()).contains(Throws.class.getName());
                    assertThat(ThrowableProxyUtil.asString(event.getThrowableProxy()))
                            .contains("there is no disk for the ledger");
                });
    }

    @Test
    void withoutADoctorMissingPackagesAndServicesAreNamed() throws IOException {
        add(TestBundle.named("io.dexaflow.a", "1.0.0").header("Import-Package", "com.nowhere;version=\"[1,2)\""),
                "a.jar");
        add(TestBundle.named("io.dexaflow.b", "1.0.0")
                .header("Require-Capability",
                        "osgi.service;filter:=\"(objectClass=com.nobody.Ledger)\";effective:=active"),
                "b.jar");

        assertThat(refusal()).hasMessageContaining("io.dexaflow.a: nobody offers the package com.nowhere")
                .hasMessageContaining("io.dexaflow.b: waits for the service com.nobody.Ledger");
    }

    @Test
    void theDoctorsReportIsPrintedWhereThereIsOne() throws IOException {
        add(TestBundle.named("test.nothing", "1.0.0").header("Import-Package", "com.nowhere"), "nothing.jar");
        add(bundle("test.doctor", Doctor.class), "doctor.jar");

        assertThat(refusal()).hasMessageContaining("the store has no database")
                .hasMessageNotContaining("com.nowhere");
    }

    @Test
    void aHomeInUseIsLeftAlone() throws IOException {
        add(bundle("test.ready", SaysReady.class), "ready.jar");
        try (Host first = boot(Map.of())) {
            assertThat(refusal().exitCode()).isEqualTo(78);
            assertThat(ServerFile.require(home)).usingRecursiveComparison().isEqualTo(first.server());
        }
        assertThat(List.of(home.root().toFile().list())).doesNotContain("server.json");
    }
}
