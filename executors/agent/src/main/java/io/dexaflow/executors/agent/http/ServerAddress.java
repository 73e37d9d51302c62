// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
package io.dexaflow.executors.agent.http;

import io.dexaflow.executors.agent.process.Presence;
import io.dexaflow.executors.agent.process.Probe;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;

/**
 * Where the host listens, from its {@code server.json}. Read again after every failure, since a host that was started
 * again may listen elsewhere; while the file is missing or unreadable the last address stays.
 */
public final class ServerAddress {

    private final Path file;
    private volatile Server server = new Server(null, 0);
    private volatile FileTime written;

    /** @param file the host's {@code server.json} */
    public ServerAddress(Path file) {
        this.file = file;
        reread();
    }

    /** The base URL without a slash at its end; null if none was ever seen. */
    public String url() {
        return server.url;
    }

    /**
     * Reads the file again.
     *
     * @return whether the address is another one now
     */
    public boolean reread() {
        try {
            written = Files.getLastModifiedTime(file);
            JsonObject content = Json.object(Files.readAllBytes(file));
            Server read = new Server(content.text("api").replaceAll("/+$", ""),
                    content.has("pid") ? content.integer("pid") : 0);
            boolean changed = !read.url.equals(server.url);
            server = read;
            return changed;
        } catch (IOException | IllegalArgumentException notNow) {
            return false;
        }
    }

    /** Whether the file was written anew since it was last read: a host has just come up, so there is no need to wait. */
    public boolean rewritten() {
        try {
            return !Files.getLastModifiedTime(file).equals(written);
        } catch (IOException missing) {
            return false;
        }
    }

    /** Whether the host that wrote the file is known to be dead: whoever answers at its address is a stranger. */
    public boolean hostIsGone() {
        try {
            return server.pid > 0 && (!Files.exists(file) || Probe.process(server.pid) == Presence.GONE);
        } catch (IOException unknown) {
            return false;
        }
    }

    private record Server(String url, int pid) {}
}
