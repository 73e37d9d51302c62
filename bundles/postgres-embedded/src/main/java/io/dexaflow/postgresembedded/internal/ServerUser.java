// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.postgresembedded.internal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Whom the server runs as. PostgreSQL never runs as root and wants a user with a name, so a host that is root, or a
 * user without a name (as containers give), needs a way around; each way is tried for real before it is taken.
 *
 * @param words what the way is, for the log
 * @param prefix what goes before the server's command line
 * @param uid who owns the data directory, as seen from the host
 */
record ServerUser(String words, List<String> prefix, int uid) {

    private static final int NOBODY = 65_534;

    /** Lets initdb check what it always does (not root, a named user, its own programs found), and exit. */
    private static final String PROBE = "cd \"$1\" && [ -w . ] && exec \"$2\" --show -D \"$1\"";

    /** The first way that works for this folder. */
    static ServerUser choose(PostgresFolder folder, Binaries binaries) {
        int me = SafeFiles.owner(Path.of("/proc/self"));
        List<String> problems = new ArrayList<>();
        for (ServerUser way : ways(me)) {
            Optional<String> problem = way.problem(folder, binaries);
            if (problem.isEmpty()) {
                return way;
            }
            problems.add(way.words + ": " + problem.get());
        }
        throw refused(folder, me, String.join("; ", problems));
    }

    /**
     * The ways to try, best first. In a user namespace without a mapping the server is nobody to itself and root to
     * the kernel's file permissions, so that it reaches a home of mode 0700. A user id of its own does not: it needs
     * one capability beside it, the weaker one where the host has it (containers often grant only the other), and
     * without the fix-up that hides that capability from access(2).
     */
    static List<ServerUser> ways(int me) {
        ServerUser namespace = new ServerUser("user namespace", List.of("unshare", "-U"), me);
        if (me != 0) {
            return List.of(new ServerUser("same user", List.of(), me), namespace);
        }
        return Stream.concat(Stream.of(namespace),
                Stream.of("dac_read_search", "dac_override").map(ServerUser::nobodyWith)).toList();
    }

    static ServerUser nobodyWith(String capability) {
        String only = "-all,+" + capability;
        return new ServerUser("user id " + NOBODY + " with " + capability, List.of("setpriv", "--reuid=" + NOBODY,
                "--regid=" + NOBODY, "--clear-groups", "--no-new-privs", "--inh-caps=" + only, "--ambient-caps=" + only,
                "--bounding-set=" + only, "--securebits=+no_setuid_fixup"), NOBODY);
    }

    /** Gives a file or folder, and all in it, to the server's user, if it is somebody else's. */
    void own(Path path) {
        if (SafeFiles.owner(path) == uid) {
            return;
        }
        try {
            SafeFiles.chown(path, uid);
        } catch (UncheckedIOException e) {
            throw new HomeRefusedException(path + " belongs to user " + SafeFiles.ownerName(path)
                    + ", and the server would run as user id " + uid + ": start Dexaflow as that user, or give the"
                    + " whole home to the one that runs it (chown -R).", e);
        }
    }

    /** What keeps a server from running this way; empty if nothing does. */
    private Optional<String> problem(PostgresFolder folder, Binaries binaries) {
        Path probe = folder.fresh("probe");
        try {
            Files.createDirectory(probe, PosixFilePermissions.asFileAttribute(
                    PosixFilePermissions.fromString("rwx------")));
            own(probe);
            List<String> command = Stream.concat(prefix.stream(), Stream.of("sh", "-c", PROBE, "sh",
                    probe.toString(), binaries.program("initdb"))).toList();
            return Commands.problemOf(command);
        } catch (HomeRefusedException e) {
            return Optional.of("a folder cannot be given to another user");
        } catch (IOException e) {
            throw new PostgresException("The folder " + probe + " could not be made: " + e, e);
        } finally {
            deleteQuietly(probe);
        }
    }

    private static void deleteQuietly(Path probe) {
        try {
            Files.deleteIfExists(probe);
        } catch (IOException e) {
            // The next start sweeps it.
        }
    }

    private static HomeRefusedException refused(PostgresFolder folder, int me, String problems) {
        if (me == 0) {
            return new HomeRefusedException("Dexaflow runs as root, and PostgreSQL never does. Neither a user namespace"
                    + " (unshare -U) nor another user id (setpriv, which needs CAP_SETUID, CAP_SETGID, CAP_SETPCAP,"
                    + " CAP_CHOWN and CAP_DAC_OVERRIDE) works here: start Dexaflow as a normal user that owns "
                    + folder.root().getParent() + ". Tried: " + problems + ".");
        }
        return new HomeRefusedException("PostgreSQL cannot run as user id " + me + ": it must be able to write to "
                + folder.root() + ", execute programs there (no mount option noexec, a system with glibc) and have a"
                + " name in /etc/passwd (or user namespaces must be allowed). Tried: " + problems + ".");
    }
}
