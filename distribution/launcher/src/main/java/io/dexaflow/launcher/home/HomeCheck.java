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
import java.util.Locale;
import java.util.Set;

/** Makes a home ready for a host, or says why it cannot be one (exit 78). */
public final class HomeCheck {

    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> WRITABLE_BY_OTHERS = EnumSet
            .of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);

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
        } catch (AccessDeniedException e) {
            throw CommandException.refused("no permission on the home " + home + ": cannot write " + e.getFile()
                    + "; give it to this user, or choose another with --home");
        } catch (FileSystemException e) {
            throw CommandException.refused("the home " + home + " cannot be used: " + wordsOf(e)
                    + "; choose another with --home");
        } catch (IOException e) {
            throw CommandException.refused("the home " + home + " cannot be used: " + e.getMessage());
        }
    }

    private static String wordsOf(FileSystemException e) {
        return e.getFile() + ": "
                + (e.getReason() == null ? "is no folder" : e.getReason().toLowerCase(Locale.ROOT));
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
        if (now.equals(OWNER_ONLY)) {
            return;
        }
        // A shared folder such as /tmp must not be locked up by a slip of the hand.
        if (now.contains(PosixFilePermission.OTHERS_WRITE) && !isEmpty(root)) {
            throw CommandException.refused("the home " + root + " is a folder that everyone can write to;"
                    + " choose one of your own with --home");
        }
        try {
            Files.setPosixFilePermissions(root, OWNER_ONLY);
        } catch (FileSystemException e) {
            throw CommandException.refused("the home " + root + " belongs to " + Files.getOwner(root)
                    + "; choose one of your own with --home");
        }
    }

    private static boolean isEmpty(Path folder) throws IOException {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
            return !entries.iterator().hasNext();
        }
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
