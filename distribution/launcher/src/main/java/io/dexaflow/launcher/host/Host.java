// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.host;

import io.dexaflow.launcher.Clocks;
import io.dexaflow.launcher.CommandException;
import io.dexaflow.launcher.ExitCode;
import io.dexaflow.launcher.config.ConfigMerge;
import io.dexaflow.launcher.config.MergedConfig;
import io.dexaflow.launcher.home.HomeCheck;
import io.dexaflow.launcher.home.HomeLock;
import io.dexaflow.launcher.home.ServerFile;
import io.dexaflow.launcher.home.ServerInfo;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.osgi.framework.Bundle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A host in this process: home, framework, bundles. Refuses with words and exit code 78, or 4 when it does not get
 * ready; then nothing of it is left running.
 */
public final class Host implements AutoCloseable {

    private static final Duration SLOW = Duration.ofSeconds(8);
    private static final Duration GLANCE = Duration.ofMillis(250);
    private static final Duration STARTER_LIMIT = Duration.ofSeconds(5);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(40);

    private final HostOptions options;
    private final HomeLock lock;
    private final RunningFramework framework;
    private final AtomicBoolean closed = new AtomicBoolean();
    private Thread starter;
    private ServerInfo server;
    private String restored;

    private Host(HostOptions options, HomeLock lock, RunningFramework framework) {
        this.options = options;
        this.lock = lock;
        this.framework = framework;
    }

    /**
     * Boots a host, and returns once it is ready.
     *
     * @throws CommandException when it refuses (78) or does not get ready (4)
     */
    public static Host boot(HostOptions options, BootConsole console) {
        return boot(options, console, Patience.DEFAULT);
    }

    /**
     * Boots a host for nothing but to restore a backup, and ends it.
     *
     * @return what was restored
     * @throws CommandException when it refuses (2 what it was given, else 78) or does not get that far (4)
     */
    public static String restore(HostOptions options, Path backup, BootConsole console) {
        try (Host host = boot(options, console, Patience.DEFAULT, Map.of(FrameworkSettings.RESTORE,
                backup.toString()))) {
            if (host.restored == null) {
                throw new CommandException(ExitCode.NOT_READY, "no bundle of this distribution restores a backup");
            }
            return host.restored;
        }
    }

    static Host boot(HostOptions options, BootConsole console, Patience patience) {
        return boot(options, console, patience, Map.of());
    }

    private static Host boot(HostOptions options, BootConsole console, Patience patience,
            Map<String, String> properties) {
        HomeCheck.prepare(options.home());
        HomeLock lock = HomeLock.take(options.home());
        try {
            // From here on the leftover of a killed host would only mislead.
            ServerFile.remove(options.home());
            PortCheck.refuseTaken(options.port());
            HostLogging.start(options);
            return start(options, lock, console, patience, properties);
        } catch (IOException e) {
            lock.close();
            throw CommandException.refused("the home " + options.home() + " cannot be used: " + e.getMessage());
        } catch (RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    private static Host start(HostOptions options, HomeLock lock, BootConsole console, Patience patience,
            Map<String, String> properties) {
        BundleSet bundles = BundleSet.of(options.distribution().bundles(), options.home().deploy());
        MergedConfig config = ConfigMerge.merge(options.distribution().conf(), options.home().conf(), System.getenv(),
                options.settings(), bundles.jars());
        bundles.warnings().forEach(warning -> console.say("Warning: " + warning));
        config.warnings().forEach(warning -> console.say("Warning: " + warning));
        Map<String, Object> settings = FrameworkSettings.of(options, bundles.has(FrameworkSettings.INTERPOLATION));
        settings.putAll(properties);
        RunningFramework framework = RunningFramework.start(settings);
        Host host = new Host(options, lock, framework);
        Thread stopper = new Thread(host::close, "dexaflow-interrupted-boot");
        Runtime.getRuntime().addShutdownHook(stopper);
        try {
            host.bringUp(bundles, config, console, patience);
            return host;
        } catch (RuntimeException e) {
            host.close();
            throw e;
        } catch (InterruptedException e) {
            host.close();
            throw new CommandException(ExitCode.INTERRUPTED, "interrupted while starting");
        } finally {
            forget(stopper);
        }
    }

    private static void forget(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The process is ending, and the hook is doing its work.
        }
    }

    private void bringUp(BundleSet bundles, MergedConfig config, BootConsole console, Patience patience)
            throws InterruptedException {
        framework.install(bundles.inStartOrder());
        framework.configure(config);
        try (Readiness readiness = new Readiness(framework.context())) {
            // A bundle that hangs while it starts must not keep the boot from saying so.
            starter = Thread.ofPlatform().name("dexaflow-starter").daemon().start(framework::startAll);
            switch (await(readiness, console, patience)) {
                case Readiness.Verdict.Ready ready -> publish();
                case Readiness.Verdict.Restored done -> restored = done.what();
                case Readiness.Verdict.Refused refused -> throw new CommandException(refused.exitCode(),
                        refused.message());
                case null -> throw notReady(bundles);
            }
        }
    }

    private Readiness.Verdict await(Readiness readiness, BootConsole console, Patience patience)
            throws InterruptedException {
        Duration begun = Clocks.monotonic();
        boolean told = false;
        Readiness.Verdict verdict = readiness.await(GLANCE);
        while (verdict == null && (readiness.isRestoring() || Clocks.since(begun).compareTo(patience.whole()) < 0
                && readiness.hasProgressedWithin(isHopeless() ? patience.hopeless() : patience.progress()))) {
            if (!told && Clocks.since(begun).compareTo(SLOW) > 0) {
                console.say("Dexaflow is still starting; " + options.home().serverLog() + " says what it does");
                told = true;
            }
            verdict = readiness.await(GLANCE);
        }
        return verdict;
    }

    private boolean isHopeless() {
        return !framework.problems().isEmpty() && !starter.isAlive();
    }

    private CommandException notReady(BundleSet bundles) {
        String report = new BootReport(framework.context(), framework.problems()).text();
        logger().error("the host did not get ready:\n{}", report);
        String dropped = bundles.overrides().isEmpty()
                ? ""
                : "\nIn " + options.home().deploy() + ": " + String.join("; ", bundles.overrides());
        return new CommandException(ExitCode.NOT_READY, "the host did not get ready:\n" + report + dropped
                + "\nDetails: " + options.home().serverLog());
    }

    private void publish() {
        server = new ServerInfoSource(framework.context()).collect();
        if (server.api() == null) {
            throw new CommandException(ExitCode.NOT_READY, "the host is ready, but its API listens nowhere: no bundle"
                    + " of this distribution serves HTTP");
        }
        try {
            ServerFile.write(options.home(), server);
        } catch (IOException e) {
            throw CommandException.refused("cannot write " + options.home().serverFile() + ": " + e.getMessage());
        }
        logger().info("ready api={} version={}", server.api(), server.version());
    }

    /** Not a constant: the log must be pointed to the home first. */
    private static Logger logger() {
        return LoggerFactory.getLogger(Host.class);
    }

    /** What did not come up although the host is ready; a sentence each. */
    public List<String> problems() {
        return framework.problems().stream().map(BootProblem::toString).distinct().toList();
    }

    /** The symbolic names of what it is made of; for tests. */
    List<String> bundleNames() {
        return Arrays.stream(framework.context().getBundles()).map(Bundle::getSymbolicName).toList();
    }

    /** What the configuration admin has for a PID; for tests. */
    Map<String, Object> configurationOf(String pid) throws IOException {
        return framework.configurationOf(pid);
    }

    /** How to reach it. */
    public ServerInfo server() {
        return server;
    }

    /** Stops everything in order, within a bound, and gives the home back. A second call waits for the first. */
    @Override
    public synchronized void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        logger().info("stopping");
        framework.startNoMore();
        Thread stopping = Thread.ofPlatform().name("dexaflow-stopper").daemon().start(this::stopFramework);
        try {
            stopping.join(STOP_LIMIT);
            if (stopping.isAlive()) {
                logger().error("bundles did not stop within {} s", STOP_LIMIT.toSeconds());
            }
            ServerFile.remove(options.home());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            logger().warn("server.json could not be removed", e);
        }
        logger().info("stopped");
        lock.close();
    }

    private void stopFramework() {
        try {
            // Whoever is just starting a bundle may finish it: an interrupt there leaves noise behind.
            if (starter != null && !starter.join(STARTER_LIMIT)) {
                starter.interrupt();
            }
            framework.stop(STOP_LIMIT);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
