// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.http;

import java.nio.file.Path;
import org.osgi.framework.BundleContext;

/** Where the host's home is. */
public final class HomeFolder {

    private static final String PROPERTY = "dexaflow.home";

    private HomeFolder() {}

    /** The home that the launcher named. */
    public static Path of(BundleContext context) {
        String value = context.getProperty(PROPERTY);
        if (value == null || value.isBlank()) {
            throw new IllegalStateException("framework property " + PROPERTY + " is not set");
        }
        return Path.of(value);
    }
}
