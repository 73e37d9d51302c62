// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.gateway.internal;

import java.nio.file.Path;
import org.osgi.framework.BundleContext;

/** The home folder, as the launcher names it. */
public final class Home {

    /** The framework property that names the home folder. */
    public static final String PROPERTY = "dexaflow.home";

    private Home() {}

    /** The home folder; {@link IllegalStateException} when the host was started without one. */
    public static Path of(BundleContext context) {
        String home = context.getProperty(PROPERTY);
        if (home == null || home.isBlank()) {
            throw new IllegalStateException("no home folder: framework property " + PROPERTY + " is not set");
        }
        return Path.of(home);
    }
}
