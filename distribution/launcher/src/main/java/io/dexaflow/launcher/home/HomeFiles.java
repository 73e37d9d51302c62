// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.home;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileVisitResult;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/** What of a home a backup holds besides the database: who may sign in, the keys of tokens, the DAG folder. */
public final class HomeFiles {

    private static final String FOLDER = "home/";
    private static final String DAGS = FOLDER + "dags/";
    private static final String EXECUTABLE = "executable";
    private static final List<String> SECRETS = List.of("users.json", "users.key", "auth.key");
    private static final FileAttribute<?> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private HomeFiles() {}

    /** Adds those that are there. */
    static void add(Home home, ZipOutputStream zip) throws IOException {
        for (String name : SECRETS) {
            Path file = home.root().resolve(name);
            if (Files.isRegularFile(file)) {
                add(zip, FOLDER + name, file);
            }
        }
        if (Files.isDirectory(home.dags())) {
            Path dags = home.dags().toRealPath();
            Files.walkFileTree(dags, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    if (Files.isRegularFile(file)) {
                        add(zip, DAGS + dags.relativize(file), file);
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
        }
    }

    private static void add(ZipOutputStream zip, String name, Path file) throws IOException {
        ZipEntry entry = new ZipEntry(name);
        if (Files.isExecutable(file)) {
            entry.setComment(EXECUTABLE);
        }
        zip.putNextEntry(entry);
        Files.copy(file, zip);
        zip.closeEntry();
    }

    /**
     * Puts them into a home: each secret only where there is none, the DAG files only into an empty folder.
     *
     * @return what was made
     */
    static List<Path> place(Home home, ZipFile zip) throws IOException {
        List<Path> made = new ArrayList<>();
        try {
            boolean hasDags = !isEmpty(home.dags());
            for (ZipEntry entry : zip.stream().filter(one -> one.getName().startsWith(FOLDER)).toList()) {
                boolean isDag = entry.getName().startsWith(DAGS);
                Path file = home.root().resolve(entry.getName().substring(FOLDER.length())).normalize();
                if (!file.startsWith(isDag ? home.dags() : home.root()) || isDag && hasDags
                        || !isDag && !SECRETS.contains(home.root().relativize(file).toString())
                        || Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                    continue;
                }
                makeFolders(file.getParent(), made);
                made.add(file);
                copy(zip, entry, file, isDag);
            }
            return made;
        } catch (IOException | RuntimeException e) {
            remove(made);
            throw e;
        }
    }

    private static void copy(ZipFile zip, ZipEntry entry, Path file, boolean isDag) throws IOException {
        if (!isDag) {
            Files.createFile(file, OWNER_ONLY);
        }
        try (InputStream in = zip.getInputStream(entry);
                OutputStream out = Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            in.transferTo(out);
        }
        if (isDag && EXECUTABLE.equals(entry.getComment())) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
    }

    private static boolean isEmpty(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return true;
        }
        try (var entries = Files.list(folder)) {
            return entries.findAny().isEmpty();
        }
    }

    private static void makeFolders(Path folder, List<Path> made) throws IOException {
        if (!Files.isDirectory(folder)) {
            makeFolders(folder.getParent(), made);
            Files.createDirectory(folder);
            made.add(folder);
        }
    }

    /** Takes back what was made, folders after what is in them; what others have put there stays. */
    static void remove(List<Path> made) throws IOException {
        for (Path path : made.reversed()) {
            try {
                Files.deleteIfExists(path);
            } catch (DirectoryNotEmptyException e) {
                // Somebody has put something there.
            }
        }
    }
}
