// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.host;

import io.dexaflow.launcher.Version;
import java.util.HashMap;
import java.util.Map;
import org.osgi.framework.Constants;

/** The framework properties of a host; bundles read them with {@code BundleContext.getProperty}. */
final class FrameworkSettings {

    /** The only address a Lite host listens on. */
    static final String HOST = "127.0.0.1";

    /** Must be there before the configuration admin hands out a value. */
    static final String INTERPOLATION = "org.apache.felix.configadmin.plugin.interpolation";

    /**
     * Packages of the launcher's class path that bundles share with it. The same list, with the same versions, stands in
     * {@code -runsystempackages} of the distributions' bndrun files. What was written for slf4j 1.7 runs on 2.
     */
    static final String SHARED_PACKAGES = "org.slf4j;version=2.0.20,org.slf4j.event;version=2.0.20,"
            + "org.slf4j.helpers;version=2.0.20,org.slf4j.spi;version=2.0.20,"
            + "org.slf4j;version=1.7.36,"
            + "org.osgi.service.log;version=1.5,org.osgi.service.log.admin;version=1.0,"
            + "org.osgi.service.cm;version=1.6.1";

    /** A backup that the store is to restore instead of opening. */
    static final String RESTORE = "dexaflow.restore";

    private FrameworkSettings() {}

    static Map<String, Object> of(HostOptions options, boolean interpolates) {
        Map<String, Object> settings = new HashMap<>();
        settings.put("dexaflow.home", options.home().toString());
        settings.put("dexaflow.dags", options.dags().toString());
        settings.put("dexaflow.edition", HostOptions.EDITION);
        settings.put("dexaflow.version", Version.current());
        settings.put("dexaflow.run_only", Boolean.toString(options.runOnly()));

        settings.put("org.apache.felix.http.host", HOST);
        settings.put("org.osgi.service.http.port", Integer.toString(options.port()));
        // Paths are decoded in one place of our own, which answers every bad one in JSON; Jetty would in HTML.
        settings.put("org.eclipse.jetty.UriComplianceMode", "UNSAFE");

        settings.put(Constants.FRAMEWORK_STORAGE, options.home().cache().toString());
        settings.put(Constants.FRAMEWORK_STORAGE_CLEAN, Constants.FRAMEWORK_STORAGE_CLEAN_ONFIRSTINIT);
        settings.put(Constants.FRAMEWORK_SYSTEMPACKAGES_EXTRA, SHARED_PACKAGES);
        settings.put("felix.log.logger", new FrameworkLogger());
        settings.put("felix.log.level", "2");
        // The stock shell must not read the terminal that the host was started from.
        settings.put("gosh.args", "--nointeractive");
        if (interpolates) {
            settings.put("felix.cm.config.plugins", INTERPOLATION);
            settings.put(INTERPOLATION + ".secretsdir", options.home().conf().resolve("secrets").toString());
        }
        return settings;
    }
}
