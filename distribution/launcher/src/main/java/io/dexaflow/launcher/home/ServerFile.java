// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.home;

import com.fasterxml.jackson.jr.ob.JSON;
import io.dexaflow.launcher.CommandException;
import io.dexaflow.launcher.ExitCode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Reads and writes {@code server.json}. A leftover of a killed host is told by pid, start ticks and boot id, that of a copied
 * home by the home's path.
 */
public final class ServerFile {

    private ServerFile() {}

    /** The host that runs on this home; empty when there is none, whatever the file says. */
    public static Optional<ServerInfo> readLive(Home home) {
        try {
            return read(home).filter(server -> server.process().isAlive());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /**
     * The host that runs on this home.
     *
     * @throws CommandException with exit code 3 when there is none, 4 when one is just starting
     */
    public static ServerInfo require(Home home) {
        Optional<ServerInfo> written;
        try {
            written = read(home);
        } catch (AccessDeniedException e) {
            throw noHost(home, "its server.json cannot be read by this user");
        } catch (IOException e) {
            throw noHost(home, "its server.json is not readable (" + e.getMessage() + ")");
        }
        if (written.isEmpty() || !written.get().process().isAlive()) {
            refuseStarting(home);
        }
        if (written.isEmpty()) {
            throw noHost(home, "start one with dexaflow lite --home " + home);
        }
        ServerInfo server = written.get();
        if (!server.process().isAlive()) {
            throw noHost(home, "server.json is what a killed one left behind (pid " + server.pid()
                    + "); start it again with dexaflow lite --home " + home);
        }
        return server;
    }

    private static void refuseStarting(Home home) {
        HomeLock.holder(home).ifPresent(holder -> {
            throw new CommandException(ExitCode.NOT_READY, "a host is starting on the home " + home + " (pid "
                    + holder.pid() + "), or just ending; it is not ready. " + home.serverLog() + " says what it does");
        });
    }

    private static CommandException noHost(Home home, String why) {
        return new CommandException(ExitCode.NO_HOST, "no host is running on the home " + home + ": " + why);
    }

    /** Writes the file whole or not at all, readable by its owner only. */
    public static void write(Home home, ServerInfo server) throws IOException {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("home", home.root().toRealPath().toString());
        json.put("edition", server.edition());
        json.put("pid", server.process().pid());
        json.put("start_ticks", server.process().startTicks());
        json.put("boot_id", server.process().bootId());
        json.put("api", server.api());
        if (server.database() != null) {
            json.put("jdbc_url", server.database().url());
            json.put("jdbc_user", server.database().user());
            if (server.database().password() != null) {
                json.put("jdbc_password", server.database().password());
            }
        }
        json.put("started_at", server.startedAt());
        json.put("version", server.version());
        Path next = home.root().resolve("server.json.next");
        Files.deleteIfExists(next);
        try (var channel = Files.newByteChannel(next, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
            String text = JSON.std.with(JSON.Feature.PRETTY_PRINT_OUTPUT).asString(json) + "\n";
            channel.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
        }
        Files.move(next, home.serverFile(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Removes the file; none is none. */
    public static void remove(Home home) throws IOException {
        Files.deleteIfExists(home.serverFile());
    }

    private static Optional<ServerInfo> read(Home home) throws IOException {
        Map<String, Object> json;
        try {
            json = JSON.std.mapFrom(Files.readString(home.serverFile()));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
        if (isOfAnotherHome(home, text(json, "home"))) {
            return Optional.empty();
        }
        ProcessStamp process = new ProcessStamp(number(json, "pid"), number(json, "start_ticks"),
                text(json, "boot_id"));
        ServerInfo.Database database = json.get("jdbc_url") == null ? null
                : new ServerInfo.Database(
                        text(json, "jdbc_url"), text(json, "jdbc_user"),
                        Objects.toString(json.get("jdbc_password"), null));
        return Optional.of(new ServerInfo(text(json, "edition"), process, text(json, "api"), database,
                text(json, "started_at"), text(json, "version")));
    }

    /** A copied home holds the file of the host that works on the original. */
    private static boolean isOfAnotherHome(Home home, String written) throws IOException {
        return !written.isEmpty() && !home.root().toRealPath().toString().equals(written);
    }

    private static String text(Map<String, Object> json, String key) {
        return Objects.toString(json.get(key), "");
    }

    private static long number(Map<String, Object> json, String key) {
        return json.get(key) instanceof Number number ? number.longValue() : -1;
    }
}
