// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.host;

import io.dexaflow.launcher.Clocks;
import io.dexaflow.launcher.CommandException;
import io.dexaflow.launcher.config.MergedConfig;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.felix.framework.Felix;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkEvent;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceReference;
import org.osgi.service.cm.Configuration;
import org.osgi.service.cm.ConfigurationAdmin;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The framework with its bundles. What fails is remembered in words and logged in full. */
final class RunningFramework {

    private static final Logger LOG = LoggerFactory.getLogger(RunningFramework.class);
    private static final String CONFIG_ADMIN = "org.apache.felix.configadmin";
    private static final Set<String> FIRST = Set.of(CONFIG_ADMIN, FrameworkSettings.INTERPOLATION);

    private static final List<String> STOPPED_FIRST = List.of("(osgi.condition.id=dexaflow.ready)",
            "(osgi.http.endpoint=*)");

    private final Felix framework;
    private final List<Bundle> inStartOrder = new ArrayList<>();
    private final List<BootProblem> problems = new CopyOnWriteArrayList<>();

    private volatile boolean startsNoMore;

    private RunningFramework(Felix framework) {
        this.framework = framework;
    }

    /** Starts the framework, without a bundle yet. */
    static RunningFramework start(Map<String, Object> settings) {
        RunningFramework running = new RunningFramework(new Felix(settings));
        try {
            running.framework.init();
            BundleContext context = running.context();
            new LogBridge(running::noteError).register(context);
            context.addFrameworkListener(running::frameworkEvent);
            running.framework.start();
        } catch (BundleException e) {
            LOG.error("the framework did not start", e);
            throw CommandException.refused("the OSGi framework did not start: " + Causes.of(e));
        }
        return running;
    }

    BundleContext context() {
        return framework.getBundleContext();
    }

    /** What did not come up, oldest first. */
    List<BootProblem> problems() {
        return List.copyOf(problems);
    }

    private void noteError(LogBridge.LoggedError error) {
        problems.add(new BootProblem(error.bundle().isEmpty() ? "a bundle" : error.bundle(), error.cause() == null
                ? error.message().strip().lines().findFirst().orElse("")
                : componentIn(error.message()) + Causes.of(error.cause())));
    }

    /** The component's class, which declarative services put into brackets. */
    private static String componentIn(String message) {
        int open = message.indexOf('[');
        int close = message.indexOf('(', open + 1);
        return open >= 0 && close > open ? "component " + message.substring(open + 1, close) + ": " : "";
    }

    private void frameworkEvent(FrameworkEvent event) {
        if (event.getType() == FrameworkEvent.ERROR) {
            LOG.error("bundle={} framework error", event.getBundle().getSymbolicName(), event.getThrowable());
            problems.add(new BootProblem(event.getBundle().getSymbolicName(), Causes.of(event.getThrowable())));
        }
    }

    /**
     * Installs the bundles. The distribution's are read where they lie: a rebuild puts new files in their place, and what
     * is open stays as it was. Those of the user, which may be overwritten at any time, are copied.
     */
    void install(List<BundleSet.Slot> slots) {
        for (BundleSet.Slot slot : slots) {
            String location = slot.jar().toUri().toString();
            try {
                Bundle bundle = context().installBundle(slot.isDropped() ? location : "reference:" + location);
                if (bundle.getHeaders().get(Constants.FRAGMENT_HOST) == null) {
                    inStartOrder.add(bundle);
                }
            } catch (BundleException e) {
                failed(slot.name(), e);
            }
        }
    }

    /** Starts the configuration admin and gives it the configuration, before anyone can ask for it. */
    void configure(MergedConfig config) {
        inStartOrder.stream().filter(bundle -> FIRST.contains(bundle.getSymbolicName())).forEach(this::start);
        ServiceReference<ConfigurationAdmin> service = context().getServiceReference(ConfigurationAdmin.class);
        if (service == null) {
            problems.add(new BootProblem(CONFIG_ADMIN, "is not there, so no bundle gets its configuration"));
            return;
        }
        ConfigurationAdmin admin = context().getService(service);
        config.byPid().forEach((pid, values) -> write(admin, pid, values));
        context().ungetService(service);
    }

    private void write(ConfigurationAdmin admin, String pid, Map<String, Object> values) {
        int tilde = pid.indexOf('~');
        try {
            Configuration configuration = tilde < 0 ? admin.getConfiguration(pid, "?")
                    : admin.getFactoryConfiguration(pid.substring(0, tilde), pid.substring(tilde + 1), "?");
            configuration.update(new Hashtable<>(values));
        } catch (IOException e) {
            failed("configuration " + pid, e);
        }
    }

    Map<String, Object> configurationOf(String pid) throws IOException {
        ServiceReference<ConfigurationAdmin> service = context().getServiceReference(ConfigurationAdmin.class);
        return FrameworkUtil.asMap(context().getService(service).getConfiguration(pid, "?").getProperties());
    }

    /** Starts the rest. */
    void startAll() {
        inStartOrder.forEach(this::start);
    }

    /** Ends {@link #startAll} after the bundle that is just starting. */
    void startNoMore() {
        startsNoMore = true;
    }

    private void start(Bundle bundle) {
        if (bundle.getState() == Bundle.ACTIVE || startsNoMore) {
            return;
        }
        try {
            bundle.start(Bundle.START_ACTIVATION_POLICY);
        } catch (BundleException | RuntimeException e) {
            failed(bundle.getSymbolicName(), e);
        }
    }

    private void failed(String what, Exception e) {
        LOG.error("bundle={} did not come up", what, e);
        problems.add(new BootProblem(what, Causes.of(e)));
    }

    /**
     * Stops the bundles, then the framework: first whoever watches over the host, who would report every step, then
     * whoever lets requests in, then the rest in the reverse of their start order.
     */
    void stop(Duration limit) throws InterruptedException {
        Duration begun = Clocks.monotonic();
        List<Bundle> order = new ArrayList<>();
        for (String service : STOPPED_FIRST) {
            Services.find(context(), service).forEach(reference -> order.add(reference.getBundle()));
        }
        order.addAll(inStartOrder.reversed());
        for (Bundle bundle : order) {
            try {
                bundle.stop(Bundle.STOP_TRANSIENT);
            } catch (BundleException | RuntimeException e) {
                LOG.warn("bundle={} did not stop cleanly", bundle.getSymbolicName(), e);
            }
        }
        try {
            framework.stop();
        } catch (BundleException e) {
            LOG.warn("the framework did not stop cleanly", e);
        }
        framework.waitForStop(Math.max(1, limit.minus(Clocks.since(begun)).toMillis()));
    }
}
