// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.postgresembedded.internal;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Binds the data to its home. A home that moved is accepted and noted; a copy whose original is still there is refused
 * with words, because two hosts would each take the same runs for theirs.
 *
 * <p>The path is what tells them apart, not the inode: device numbers change from boot to boot, and a home restored
 * from a backup onto its old place is the same home.
 *
 * @param id made with the home, never changed
 * @param place where the home's postgres folder was when last opened
 */
record HomeIdentity(String id, Path place) {

    private static final Logger LOG = LoggerFactory.getLogger(HomeIdentity.class);

    /** Reads this home's identity, gives it one if it has none, and notes its place. */
    static HomeIdentity establish(PostgresFolder folder) {
        Path here = folder.root();
        Optional<HomeIdentity> stored = read(here);
        if (stored.isEmpty()) {
            return new HomeIdentity(UUID.randomUUID().toString(), here).store(folder);
        }
        HomeIdentity identity = stored.get();
        if (identity.place.equals(here)) {
            return identity;
        }
        if (identity.isStillAt(identity.place, here)) {
            throw new HomeRefusedException(("The database in %1$s is a copy of the one in %2$s, and both are there: two"
                    + " hosts would each take the same runs for theirs. Start the original (--home %2$s); or delete it,"
                    + " if this one takes its place; or, to give this copy a life of its own, delete %3$s and start"
                    + " again.").formatted(here.getParent(), identity.place.getParent(), folder.identity()));
        }
        LOG.info("home moved from={} to={}", identity.place.getParent(), here.getParent());
        return new HomeIdentity(identity.id, here).store(folder);
    }

    /** A short name for this home's server; it shows in the titles of its processes. */
    String serverName() {
        return "dexaflow-" + id.substring(0, 8);
    }

    /** Whether another folder with this identity is at the old place: not the same one by another name. */
    private boolean isStillAt(Path old, Path here) {
        try {
            return Files.exists(old) && !Files.isSameFile(old, here)
                    && read(old).filter(other -> other.id.equals(id)).isPresent();
        } catch (IOException | RuntimeException e) {
            LOG.warn("cannot see whether the home's old place is in use place={} reason={}", old, e.toString());
            return false;
        }
    }

    private static Optional<HomeIdentity> read(Path root) {
        Path file = new PostgresFolder(root).identity();
        return SafeFiles.read(file).map(text -> parse(file, text));
    }

    private static HomeIdentity parse(Path file, String text) {
        try {
            Map<String, String> values = text.lines()
                    .filter(line -> line.contains("="))
                    .collect(
                            Collectors.toMap(line -> line.substring(0, line.indexOf('=')),
                                    line -> line.substring(line.indexOf('=') + 1)));
            return new HomeIdentity(UUID.fromString(values.get("id")).toString(),
                    Path.of(URI.create(values.get("place"))));
        } catch (RuntimeException e) {
            throw new HomeRefusedException("The file " + file + " is damaged: delete it and start again, if you know"
                    + " that this home is no copy of another one.", e);
        }
    }

    private HomeIdentity store(PostgresFolder folder) {
        SafeFiles.write(folder, folder.identity(), "id=" + id + "\nplace=" + place.toUri() + "\n");
        return this;
    }
}
