// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.http;

import java.nio.file.Path;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/**
 * What every part of the API knows of the host: its version, its DAG folder, and who may ask. The home's token is made
 * with it, at the first start; a home that cannot be written leaves the whole API inactive.
 */
@Component(name = "io.dexaflow.rest.host", service = RestHost.class, immediate = true)
public final class RestHost {

    private static final String UNKNOWN_VERSION = "0.0.0";

    private final String version;
    private final Path dagFolder;
    private final Doorkeeper doorkeeper;

    @Activate
    public RestHost(BundleContext context) {
        this(Path.of(required(context, "dexaflow.home")), context.getProperty("dexaflow.version"),
                context.getProperty("dexaflow.dags"), context.getProperty("org.apache.felix.http.host"));
    }

    /**
     * With facts of one's own.
     *
     * @param home the home folder
     * @param version null when unknown
     * @param dagFolder null when there is none
     * @param address where the server listens; null for every address
     */
    public RestHost(Path home, String version, String dagFolder, String address) {
        this.version = version == null ? UNKNOWN_VERSION : version;
        this.dagFolder = dagFolder == null ? null : Path.of(dagFolder);
        this.doorkeeper = new Doorkeeper(TokenFile.at(home.resolve("token")), Loopback.isLoopback(address));
    }

    /** The program's version. */
    public String version() {
        return version;
    }

    /** A file's path within the DAG folder; null when it lies elsewhere. */
    public String withinDagFolder(String file) {
        if (dagFolder == null || file == null) {
            return null;
        }
        Path path = Path.of(file);
        return path.startsWith(dagFolder) ? dagFolder.relativize(path).toString() : null;
    }

    /** Who lets requests in. */
    Doorkeeper doorkeeper() {
        return doorkeeper;
    }

    private static String required(BundleContext context, String property) {
        String value = context.getProperty(property);
        if (value == null || value.isBlank()) {
            throw new IllegalStateException("framework property " + property + " is not set");
        }
        return value;
    }
}
