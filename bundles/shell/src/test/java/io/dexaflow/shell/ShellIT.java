// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.management.HotSpotDiagnosticMXBean;
import io.dexaflow.control.ExecutorDirectory;
import io.dexaflow.control.Gate;
import io.dexaflow.control.Maintenance;
import io.dexaflow.control.RunControl;
import io.dexaflow.control.Why;
import io.dexaflow.diagnosis.Doctor;
import io.dexaflow.shell.ShellClient.Reply;
import io.dexaflow.store.Readings;
import io.dexaflow.timing.Ladder;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceRegistration;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.launch.FrameworkFactory;

/** The shell's jar in a real framework with the stock commands, spoken to through the socket of a deep home. */
class ShellIT {

    private static final String SHARED = String.join(",", "io.dexaflow.control;version=0.2.0",
            "io.dexaflow.diagnosis;version=0.1.0", "io.dexaflow.model;version=0.1.0", "io.dexaflow.store;version=0.2.0",
            "io.dexaflow.timing;version=0.1.0", "org.slf4j;version=2.0.20");

    @TempDir private Path folder;

    private Path home;
    private Framework framework;
    private ServiceRegistration<Readings> readings;

    @BeforeEach
    void start() throws Exception {
        home = Files.createDirectories(folder.resolve("h".repeat(200)));
        Map<String, String> settings = new HashMap<>();
        settings.put(Constants.FRAMEWORK_STORAGE, folder.resolve("cache").toString());
        settings.put(Constants.FRAMEWORK_SYSTEMPACKAGES_EXTRA, SHARED);
        settings.put("dexaflow.home", home.toString());
        settings.put("dexaflow.version", "0.1.0");
        settings.put("dexaflow.edition", "lite");
        framework = ServiceLoader.load(FrameworkFactory.class).iterator().next().newFramework(settings);
        framework.start();
        registerFakes();
        for (String name : List.of("org.osgi.util.function", "org.osgi.util.promise", "org.osgi.service.component",
                "org.apache.felix.scr", "org.apache.felix.gogo.runtime", "org.apache.felix.gogo.command",
                "io.dexaflow.shell")) {
            framework.getBundleContext().installBundle(jar(name).toUri().toString());
        }
        for (Bundle bundle : framework.getBundleContext().getBundles()) {
            bundle.start();
        }
    }

    @AfterEach
    void stop() throws BundleException, InterruptedException {
        framework.stop();
        framework.waitForStop(10_000);
    }

    @Test
    void stockCommandsWork() throws IOException {
        try (ShellClient shell = new ShellClient(home)) {
            assertThat(shell.run("felix:lb")).returns(0, Reply::exitCode)
                    .extracting(Reply::output)
                    .asString()
                    .contains("io.dexaflow.shell", "Apache Felix Gogo Command")
                    .endsWith("\n");
            assertThat(shell.run("scr:list").output()).contains("io.dexaflow.shell.socket", "io.dexaflow.shell.dags");
            assertThat(shell.run("scr:info io.dexaflow.shell.dags").output()).contains("readings",
                    "io.dexaflow.store.Readings");
            assertThat(shell.run("help").output()).contains("dexaflow:trigger", "felix:lb", "scr:info");
            assertThat(shell.run("help dexaflow:trigger").output())
                    .contains("creates a manual run and prints its run id");
            assertThat(shell.run("headers io.dexaflow.shell").output())
                    .contains("Bundle-SymbolicName = io.dexaflow.shell");
            assertThat(shell.run("inspect cap service io.dexaflow.shell").exitCode()).isZero();
        }
    }

    @Test
    void ourCommandsWork() throws IOException {
        try (ShellClient shell = new ShellClient(home)) {
            assertThat(shell.run("status")).isEqualTo(new Reply("""
                    dexaflow  0.1.0
                    edition   lite
                    home      %s
                    ready     yes
                    leader    unknown: see doctor
                    runs      1 running, 1 queued
                    bundles   %d active of %2$d
                    """.formatted(home, framework.getBundleContext().getBundles().length), 0));
            assertThat(shell.run("dexaflow:status --json").output()).startsWith("{\"version\":\"0.1.0\"")
                    .contains("\"leader\":null");
            assertThat(shell.run("dags").output()).contains("sales");
            assertThat(shell.run("runs sales --json").output()).contains("\"total_entries\":1");
            assertThat(shell.run("tasks sales manual__1").output()).contains("load");
            assertThat(shell.run("executors").output()).contains("subprocess");
            assertThat(shell.run("ladder").output()).contains("beat < lost");
            assertThat(shell.run("doctor")).isEqualTo(new Reply("Ready.\n", 0));
            assertThat(shell.run("trigger sales --conf '{\"a\": 1}' --logical-date 2026-01-31T12:00:00+00:00"))
                    .isEqualTo(new Reply("manual__2026-01-31T12:00:00Z__{\"a\": 1}__shell\n", 0));
        }
    }

    @Test
    void everyCommandHasHelp() throws IOException {
        try (ShellClient shell = new ShellClient(home)) {
            for (String command : List.of("status", "ladder", "executors", "dags", "runs", "tasks", "trigger",
                    "doctor", "leader", "gate", "reapers", "cycle", "why", "mark")) {
                assertThat(shell.run(command + " --help")).returns(0, Reply::exitCode)
                        .extracting(Reply::output)
                        .asString()
                        .startsWith(command)
                        .contains("--json", "--help");
                assertThat(shell.run(command + " --nonsense")).returns(2, Reply::exitCode)
                        .extracting(Reply::output)
                        .asString()
                        .contains("there is no option --nonsense", "--json");
            }
        }
    }

    @Test
    void failuresHaveWordsAndExitCodes() throws IOException {
        try (ShellClient shell = new ShellClient(home)) {
            assertThat(shell.run("trigger nope")).isEqualTo(new Reply("there is no DAG nope\n", 2));
            assertThat(shell.run("nosuch")).isEqualTo(new Reply("there is no command nosuch; see: help\n", 2));
            assertThat(shell.run("felix:headers nosuch").exitCode()).isEqualTo(2);
            for (String unfinished : List.of("dags 'unfinished", "echo \"a b", "dags {", "echo $(lb", "dags )")) {
                assertThat(shell.run(unfinished)).as(unfinished)
                        .returns(2, Reply::exitCode)
                        .extracting(Reply::output)
                        .asString()
                        .startsWith("this is no command line: ");
            }
            assertThat(shell.run("")).isEqualTo(new Reply("", 0));
        }
    }

    @Test
    void aSessionKeepsItsVariablesToItself() throws IOException {
        try (ShellClient one = new ShellClient(home); ShellClient two = new ShellClient(home)) {
            one.run("dag = sales");

            assertThat(one.run("runs $dag").exitCode()).isZero();
            assertThat(two.run("runs $dag").exitCode()).isEqualTo(2);
        }
    }

    @Test
    void aMissingStoreTakesAwayOnlyItsOwnCommands() throws IOException {
        readings.unregister();
        try (ShellClient shell = new ShellClient(home)) {
            assertThat(shell.run("dags").exitCode()).isEqualTo(2);
            assertThat(shell.run("executors").exitCode()).isZero();
            assertThat(shell.run("status").output()).contains("runs      unknown: see doctor");
        }
    }

    @Test
    void aCommandThatStopsTheShellIsStillAnswered() throws Exception {
        try (ShellClient shell = new ShellClient(home); ShellClient idle = new ShellClient(home)) {
            assertThat(idle.run("ladder").exitCode()).isZero();

            assertThat(shell.run("felix:stop io.dexaflow.shell").exitCode()).isZero();

            assertThat(home).isEmptyDirectory();
            assertThatThrownBy(() -> idle.run("ladder")).isInstanceOf(IOException.class);
            await().until(() -> !threads().contains("dexaflow-shell"));
        }
        bundle("io.dexaflow.shell").start();
        try (ShellClient shell = new ShellClient(home)) {
            assertThat(shell.run("ladder").exitCode()).isZero();
            assertThat(threads()).contains("dexaflow-shell-acceptor", "dexaflow-shell-session");
        }
    }

    @Test
    void aClientThatGoesAwayHarmsNobody() throws Exception {
        try (ShellClient shell = new ShellClient(home)) {
            shell.run("lb");
        }
        await().until(() -> !threads().contains("dexaflow-shell-session"));
        try (ShellClient shell = new ShellClient(home)) {
            assertThat(shell.run("lb").exitCode()).isZero();
        }
    }

    private void registerFakes() {
        BundleContext context = framework.getBundleContext();
        readings = context.registerService(Readings.class, Fakes.readings(), null);
        context.registerService(ExecutorDirectory.class, Fakes.executors(), null);
        context.registerService(RunControl.class, Fakes.runControl(), null);
        context.registerService(Ladder.class, Fakes.ladder(), null);
        context.registerService(Gate.class, Fakes.gate(true, true, false), null);
        context.registerService(Maintenance.class, Fakes.maintenance(true), null);
        context.registerService(Why.class, Fakes.why(), null);
        context.registerService(Doctor.class, Fakes.doctor(true), null);
        Supplier<String> report = () -> "Ready.\n";
        context.registerService(Supplier.class, report,
                FrameworkUtil.asDictionary(Map.of("dexaflow.doctor", "report")));
    }

    private Bundle bundle(String name) {
        return Arrays.stream(framework.getBundleContext().getBundles())
                .filter(b -> name.equals(b.getSymbolicName()))
                .findFirst()
                .orElseThrow();
    }

    /** Every thread there is, virtual ones too. */
    private String threads() throws IOException {
        Path dump = folder.resolve("threads.txt");
        Files.deleteIfExists(dump);
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                .dumpThreads(dump.toString(),
                        HotSpotDiagnosticMXBean.ThreadDumpFormat.TEXT_PLAIN);
        return Files.readString(dump);
    }

    /** The jar of a test dependency, or of the module itself, on this JVM's class path. */
    private static Path jar(String name) {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .filter(path -> path.getFileName().toString().matches(name.replace(".", "\\.") + "-\\d.*\\.jar"))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(name + " is not on the class path"));
    }
}
