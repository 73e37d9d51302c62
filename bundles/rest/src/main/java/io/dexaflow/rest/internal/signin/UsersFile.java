// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.signin;

import com.fasterxml.jackson.databind.JsonNode;
import io.dexaflow.rest.internal.http.Json;
import io.dexaflow.rest.internal.http.Problem;
import io.dexaflow.rest.internal.http.Role;
import io.dexaflow.rest.internal.http.SecretFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The accounts in {@code users.json}, which {@code dexaflow users} replaces whole: each question looks whether the file
 * is still the one that was read. No file is no accounts; one that cannot be read lets nobody in.
 */
final class UsersFile {

    private static final Logger LOG = LoggerFactory.getLogger(UsersFile.class);

    private final Path file;
    private Version read;
    /** Null when the file cannot be read. */
    private Map<String, User> users;

    UsersFile(Path file) {
        this.file = file;
    }

    /** The account of this name; {@link Problem} 503 when the file cannot be read. */
    synchronized Optional<User> find(String name) {
        Version now = version();
        if (read == null || !now.equals(read)) {
            read = now;
            users = load(now);
        }
        if (users == null) {
            throw Problem.of(503, "the host cannot read its users file; its log says why");
        }
        return Optional.ofNullable(users.get(name));
    }

    private Version version() {
        try {
            BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
            return new Version(now.lastModifiedTime(), now.size(), now.fileKey(), null);
        } catch (NoSuchFileException e) {
            return Version.NONE;
        } catch (IOException e) {
            return new Version(null, 0, null, e.toString());
        }
    }

    private Map<String, User> load(Version now) {
        if (now.equals(Version.NONE)) {
            return Map.of();
        }
        try {
            Map<String, User> all = new HashMap<>();
            for (JsonNode entry : Json.stored(SecretFile.read(file)).path("users")) {
                User user = user(entry);
                all.put(user.name(), user);
            }
            return all;
        } catch (IOException e) {
            LOG.warn("the users file cannot be read, so nobody but the home's owner is let in file={} cause={}", file,
                    e.toString());
        } catch (RuntimeException e) {
            // The cause may quote what is in the file.
            LOG.warn("the users file is not as 'dexaflow users' writes it, so nobody but the home's owner is let in"
                    + " file={}", file);
        }
        return null;
    }

    private static User user(JsonNode entry) {
        Role role = Role.named(entry.path("role").asText()).orElseThrow();
        String name = entry.path("name").asText();
        String stamp = entry.path("stamp").asText();
        if (name.isEmpty() || stamp.isEmpty()) {
            throw new IllegalArgumentException("an account has no name or no stamp");
        }
        return new User(name, role, PasswordHash.parse(entry.path("password").asText()), stamp);
    }

    /** Tells a file that was replaced. */
    private record Version(FileTime modified, long size, Object key, String failure) {

        static final Version NONE = new Version(null, 0, null, null);
    }
}
