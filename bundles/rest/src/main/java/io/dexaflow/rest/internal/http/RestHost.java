// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.http;

import java.nio.file.Path;
import java.util.List;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.metatype.annotations.Designate;

/**
 * What every part of the API knows of the host: its version, its DAG folder, and who may ask. The home's token is made
 * with it, at the first start; a home that cannot be written leaves the whole API inactive.
 */
@Component(name = "io.dexaflow.rest.host", service = RestHost.class, immediate = true,
        configurationPid = "io.dexaflow.rest")
@Designate(ocd = RestConfig.class)
public final class RestHost {

    private static final String UNKNOWN_VERSION = "0.0.0";

    private final String version;
    private final Path dagFolder;
    private final Doorkeeper doorkeeper;

    /** Comes with the database and goes with it; the home's token is accepted all the same. */
    @Reference(name = "people", cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC) private volatile BearerTokens people;

    @Activate
    public RestHost(BundleContext context, RestConfig config, @Reference(name = "listener") Listener listener) {
        this(HomeFolder.of(context), context.getProperty("dexaflow.version"), context.getProperty("dexaflow.dags"),
                new OwnNames(listener.loopbackOnly(), List.of(config.api_allowed__hosts()),
                        List.of(config.api_allowed__origins())));
    }

    /**
     * With facts of one's own, and nobody but the home's owner to let in.
     *
     * @param home the home folder
     * @param version null when unknown
     * @param dagFolder null when there is none
     * @param address where the server listens; null for every address
     */
    public RestHost(Path home, String version, String dagFolder, String address) {
        this(home, version, dagFolder, new OwnNames(Loopback.isLoopback(address), List.of(), List.of()));
    }

    private RestHost(Path home, String version, String dagFolder, OwnNames names) {
        this.version = version == null ? UNKNOWN_VERSION : version;
        this.dagFolder = dagFolder == null ? null : Path.of(dagFolder);
        this.doorkeeper = new Doorkeeper(TokenFile.at(home.resolve("token")), names);
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

    /** Lets people in who bear one of these tokens; null for nobody. */
    public void letIn(BearerTokens tokens) {
        people = tokens;
    }

    /** Who lets requests in. */
    Doorkeeper doorkeeper() {
        return doorkeeper;
    }

    /** Knows the tokens of people; null while it does not work. */
    BearerTokens people() {
        return people;
    }
}
