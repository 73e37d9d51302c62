// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.itest.lite;

import aQute.bnd.osgi.Builder;
import aQute.bnd.osgi.Jar;
import io.dexaflow.itest.support.Distribution;
import io.dexaflow.itest.support.Homes;
import io.dexaflow.itest.support.LiteHost;
import io.dexaflow.itest.support.Place;
import io.dexaflow.itest.support.Waits;
import io.dexaflow.launcher.host.LauncherSettings;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Hashtable;
import java.util.List;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.ops4j.pax.exam.CoreOptions;
import org.ops4j.pax.exam.Option;
import org.ops4j.pax.exam.nat.internal.NativeTestContainer;
import org.ops4j.pax.exam.spi.DefaultExamSystem;
import org.ops4j.pax.exam.spi.PaxExamRuntime;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.startlevel.FrameworkStartLevel;
import org.osgi.service.cm.ConfigurationAdmin;

/**
 * The assembled bundle set in a framework inside this JVM, provisioned by Pax Exam's native container with the
 * launcher's own settings; and beside it, if a test wants it, a bundle of a third party.
 */
final class BundleContainer implements BeforeAllCallback, AfterAllCallback {

    private static final String CONFIGURATION = "org.apache.felix.configadmin";
    private static final int EARLY = 1;
    private static final int LATE = 5;
    private static final Duration BOOT = Duration.ofSeconds(90);

    private final Place place = Homes.fresh("container");
    private final LauncherSettings settings = new LauncherSettings(Distribution.located().root(), place.home(),
            place.dags());
    private NativeTestContainer container;

    @Override
    public void beforeAll(ExtensionContext context) throws Exception {
        Files.createDirectories(place.home().resolve("logs"));
        container = (NativeTestContainer) PaxExamRuntime.getTestContainerFactory()
                .create(DefaultExamSystem.create(options()))[0];
        container.start();
        settings.bridgeLogs(context());
        configure();
        container.getSystemBundle().adapt(FrameworkStartLevel.class).setStartLevel(LATE);
        Waits.until("the bundles say that they are ready", BOOT, () -> !services("(osgi.condition.id=dexaflow.ready)")
                .isEmpty(), this::stateOfBundles);
    }

    private Option[] options() {
        List<Option> options = new ArrayList<>();
        options.add(CoreOptions.workingDirectory(place.tmp().toString()));
        options.add(CoreOptions.frameworkStartLevel(EARLY));
        settings.framework().forEach((name, value) -> {
            // Pax Exam takes texts only; the framework's logger, an object, stays the stock one.
            if (value instanceof String text) {
                options.add(CoreOptions.frameworkProperty(name).value(text));
            }
        });
        for (Path jar : Distribution.located().bundles()) {
            boolean isEarly = jar.getFileName().toString().startsWith(CONFIGURATION);
            options.add(CoreOptions.bundle("reference:" + jar.toUri()).startLevel(isEarly ? EARLY : LATE));
        }
        return options.toArray(Option[]::new);
    }

    private void configure() throws IOException {
        ServiceReference<ConfigurationAdmin> service = context().getServiceReference(ConfigurationAdmin.class);
        ConfigurationAdmin admin = context().getService(service);
        for (var pid : settings.configuration(Distribution.located().bundles()).entrySet()) {
            admin.getConfiguration(pid.getKey(), "?").update(new Hashtable<>(pid.getValue()));
        }
    }

    @Override
    public void afterAll(ExtensionContext context) {
        try {
            if (container != null) {
                container.stop();
            }
        } finally {
            new LiteHost(place).close();
        }
    }

    /** The system bundle's context. */
    BundleContext context() {
        return container.getSystemBundle().getBundleContext();
    }

    /** All bundles but the framework's own. */
    List<Bundle> bundles() {
        return Arrays.stream(context().getBundles()).filter(bundle -> bundle.getBundleId() != 0).toList();
    }

    /** Where it works. */
    Place place() {
        return place;
    }

    /** The services that match a filter. */
    List<ServiceReference<?>> services(String filter) {
        try {
            ServiceReference<?>[] found = context().getAllServiceReferences(null, filter);
            return found == null ? List.of() : List.of(found);
        } catch (InvalidSyntaxException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /** The one service that matches a filter; it must be of a type of the JDK. */
    Object service(String filter) {
        return Waits.forValue("a service " + filter, Waits.PATIENCE, () -> services(filter).stream()
                .findFirst()
                .map(context()::getService)
                .orElse(null));
    }

    /** Makes a bundle of a package of this module, and starts it. */
    Bundle install(String packageName) {
        try (Builder builder = new Builder()) {
            builder.setProperty("Bundle-SymbolicName", packageName);
            builder.setProperty("Private-Package", packageName);
            builder.setProperty("-noimportjava", "true");
            builder.setClasspath(Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                    .map(File::new)
                    .filter(file -> file.isDirectory() || file.getName().endsWith(".jar"))
                    .toArray(File[]::new));
            Jar jar = builder.build();
            if (!builder.isOk()) {
                throw new IllegalStateException(builder.getErrors() + " " + builder.getWarnings());
            }
            Path file = place.files().resolve(packageName + ".jar");
            jar.write(file.toFile());
            Bundle bundle = context().installBundle(file.toUri().toString());
            bundle.start();
            return bundle;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (BundleException e) {
            throw new IllegalStateException(e);
        } catch (Exception e) {
            throw new IllegalStateException("cannot build the bundle", e);
        }
    }

    private String stateOfBundles() {
        StringBuilder words = new StringBuilder();
        bundles().stream()
                .filter(bundle -> bundle.getState() != Bundle.ACTIVE)
                .forEach(bundle -> words.append(bundle)
                        .append(" is in state ")
                        .append(bundle.getState())
                        .append('\n'));
        services("(dexaflow.doctor=report)").stream()
                .findFirst()
                .map(reference -> context().getService(reference))
                .ifPresent(doctor -> words.append(((java.util.function.Supplier<?>) doctor).get()));
        return words.toString();
    }
}
