// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.doctor;

import io.dexaflow.diagnosis.Doctor;
import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.launch.FrameworkFactory;

/** A framework in this JVM with the component runtime and the doctor's own jar, and nothing else. */
final class FelixHost implements AutoCloseable {

    private static final String SHARED = String.join(",", "io.dexaflow.control;version=0.2.0",
            "io.dexaflow.diagnosis;version=0.1.0", "io.dexaflow.executor;version=0.1.0",
            "io.dexaflow.store;version=0.2.0", "io.dexaflow.timing;version=0.1.0", "org.slf4j;version=2.0.20");

    private final Framework framework;

    private FelixHost(Framework framework) {
        this.framework = framework;
    }

    static FelixHost start(Path storage) throws BundleException {
        Map<String, String> settings = new HashMap<>();
        settings.put(Constants.FRAMEWORK_STORAGE, storage.toString());
        settings.put(Constants.FRAMEWORK_SYSTEMPACKAGES_EXTRA, SHARED);
        FelixHost host = new FelixHost(
                ServiceLoader.load(FrameworkFactory.class).iterator().next().newFramework(settings));
        host.framework.start();
        for (String name : List.of("org.osgi.util.function", "org.osgi.util.promise", "org.osgi.service.component",
                "org.apache.felix.scr", "io.dexaflow.doctor")) {
            host.context().installBundle(jar(name).toUri().toString());
        }
        for (Bundle bundle : host.context().getBundles()) {
            bundle.start();
        }
        return host;
    }

    BundleContext context() {
        return framework.getBundleContext();
    }

    Bundle install(TestBundle bundle) throws BundleException {
        return context().installBundle(bundle.name(), bundle.content());
    }

    Doctor.Report report() throws InvalidSyntaxException {
        return service(Doctor.class, null).report();
    }

    <S> S service(Class<S> type, String filter) throws InvalidSyntaxException {
        ServiceReference<S> reference = context().getServiceReferences(type, filter).iterator().next();
        return context().getService(reference);
    }

    boolean isReady() throws InvalidSyntaxException {
        return context().getAllServiceReferences(null, Readiness.FILTER) != null;
    }

    @Override
    public void close() throws BundleException {
        framework.stop();
        try {
            framework.waitForStop(10_000);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** The jar of a test dependency, or of the module itself, on this JVM's class path. */
    private static Path jar(String name) {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .filter(path -> path.getFileName().toString().matches(name.replace(".", "\\.") + "-\\d.*\\.jar"))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(name + " is not on the class path "
                        + System.getProperty("java.class.path")));
    }
}
