// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.host;

import io.dexaflow.launcher.Distribution;
import io.dexaflow.launcher.config.ConfigMerge;
import io.dexaflow.launcher.config.MergedConfig;
import io.dexaflow.launcher.home.Home;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.osgi.framework.BundleContext;

/** Lets a test's own framework have what the launcher gives to its one: it is the launcher's code that is asked. */
public final class LauncherSettings {

    private final HostOptions options;

    /**
     * @param distribution the distribution's folder
     * @param home the home
     * @param dags the DAG folder
     */
    public LauncherSettings(Path distribution, Path home, Path dags) {
        this.options = new HostOptions(new Home(home), new Distribution(distribution), dags, 0, false, Map.of());
    }

    /** The framework's properties. */
    public Map<String, Object> framework() {
        return FrameworkSettings.of(options, true);
    }

    /** What goes into the configuration admin. */
    public Map<String, Map<String, Object>> configuration(List<Path> bundles) {
        MergedConfig merged =
                ConfigMerge.merge(options.distribution().conf(), options.home().conf(), Map.of(), Map.of(),
                        bundles);
        return merged.byPid();
    }

    /** The log services; errors of components go to this JVM's log. */
    public void bridgeLogs(BundleContext context) {
        new LogBridge(error -> {
        }).register(context);
    }
}
