// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.home;

import io.dexaflow.launcher.CommandException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;
import java.util.TreeSet;

/** Makes a home ready for a host, or says why it cannot be one (exit 78). */
public final class HomeCheck {

    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> WRITABLE_BY_OTHERS = EnumSet
            .of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);

    /** Every host leaves it behind. */
    private static final String MARK = "host.lock";
    /** What somebody may put there before the first start, and what the root of a file system holds anyway. */
    private static final Set<String> OWN = Set.of("agents", "auth.key", "cache", "conf", "dags", "deploy", "logs",
            "lost+found", "postgres", "run.lock", "server.json", "shell.sock", "token", "users.json", "users.key",
            "users.lock");

    private static final long MEGABYTE = 1024 * 1024;
    /** The database as it is made takes 110, and it needs room to breathe. */
    private static final long FIRST_MEGABYTES = 150;
    private static final long LATER_MEGABYTES = 20;

    private HomeCheck() {}

    /** Creates what is missing, makes the home its owner's alone, and refuses what others could write. */
    public static void prepare(Home home) {
        try {
            secureRoot(home.root());
            for (Path folder : new Path[]{home.conf(), home.deploy()}) {
                if (Files.notExists(folder, LinkOption.NOFOLLOW_LINKS)) {
                    // Made here, since a user whose files are the group's too could not make them right by hand.
                    Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
                }
                refuseWritableByOthers(folder);
            }
            for (Path folder : new Path[]{home.logs(), home.dags()}) {
                Files.createDirectories(folder);
            }
            refuseFullDisk(home);
        } catch (AccessDeniedException e) {
            throw CommandException.refused("no permission on the home " + home + ": cannot write " + e.getFile()
                    + "; give it to this user, or choose another with --home");
        } catch (IOException e) {
            throw CommandException.refused("the home " + home + " cannot be used: " + IoWords.of(e)
                    + "; choose another with --home");
        }
    }

    /** A database that finds no room while it is made says so much later, and in its own words. */
    private static void refuseFullDisk(Home home) throws IOException {
        boolean isFirst = Files.notExists(home.root().resolve("postgres"));
        long needed = (isFirst ? FIRST_MEGABYTES : LATER_MEGABYTES) * MEGABYTE;
        long free = Files.getFileStore(home.root()).getUsableSpace();
        if (free < needed) {
            throw CommandException.refused("the disk of the home " + home + " has " + free / MEGABYTE + " MB left, and "
                    + (isFirst ? "a first start" : "a start") + " needs " + needed / MEGABYTE
                    + " MB; make room, or choose another home with --home");
        }
    }

    private static void secureRoot(Path root) throws IOException {
        if (!Files.isDirectory(root)) {
            Path parent = root.getParent();
            if (parent != null) {
                Files.createDirectories(parent);
            }
            Files.createDirectory(root, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
        }
        Set<PosixFilePermission> now = Files.getPosixFilePermissions(root);
        // A shared folder such as /tmp, or anybody's work, must not be locked up by a slip of the hand.
        if (now.contains(PosixFilePermission.OTHERS_WRITE) && !entriesOf(root).isEmpty()) {
            throw CommandException.refused("the home " + root + " is a folder that everyone can write to;"
                    + " choose one of your own with --home");
        }
        refuseForeign(root);
        if (now.equals(OWNER_ONLY)) {
            return;
        }
        try {
            Files.setPosixFilePermissions(root, OWNER_ONLY);
        } catch (FileSystemException e) {
            throw CommandException.refused("the home " + root + " belongs to " + Files.getOwner(root)
                    + "; choose one of your own with --home");
        }
    }

    /** A home is one that a host has worked on, or that holds nothing but what belongs into one. */
    private static void refuseForeign(Path root) throws IOException {
        Set<String> entries = entriesOf(root);
        if (entries.contains(MARK)) {
            return;
        }
        entries.removeAll(OWN);
        if (!entries.isEmpty()) {
            throw CommandException.refused("the folder " + root + " is no home of Dexaflow: it holds "
                    + entries.iterator().next() + (entries.size() > 1 ? " and more" : "")
                    + "; choose a new or an empty folder with --home");
        }
    }

    private static Set<String> entriesOf(Path folder) throws IOException {
        Set<String> names = new TreeSet<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
            entries.forEach(entry -> names.add(entry.getFileName().toString()));
        }
        return names;
    }

    private static void refuseWritableByOthers(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        Set<PosixFilePermission> loose = EnumSet.copyOf(WRITABLE_BY_OTHERS);
        loose.retainAll(Files.getPosixFilePermissions(folder));
        if (!loose.isEmpty()) {
            String who = loose.contains(PosixFilePermission.OTHERS_WRITE) ? "everyone" : "its group";
            throw CommandException.refused(folder + " can be written by " + who
                    + ", who could make the host run anything; chmod go-w " + folder);
        }
    }
}
