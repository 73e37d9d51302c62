// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.host;

import org.apache.felix.framework.Logger;
import org.osgi.framework.Bundle;
import org.osgi.framework.ServiceReference;
import org.slf4j.LoggerFactory;

/** Sends what the framework itself has to say to the host's log; by default it would go to standard output. */
final class FrameworkLogger extends Logger {

    private static final org.slf4j.Logger LOG = LoggerFactory.getLogger("org.apache.felix.framework");

    @Override
    @SuppressWarnings("rawtypes")
    protected void doLog(Bundle bundle, ServiceReference reference, int level, String message, Throwable thrown) {
        doLog(level, bundle == null ? message : "bundle=" + bundle.getSymbolicName() + " " + message, thrown);
    }

    @Override
    protected void doLog(int level, String message, Throwable thrown) {
        switch (level) {
            case LOG_ERROR -> LOG.error(message, thrown);
            case LOG_WARNING -> LOG.warn(message, thrown);
            case LOG_INFO -> LOG.info(message, thrown);
            default -> LOG.debug(message, thrown);
        }
    }
}
