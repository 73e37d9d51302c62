// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.postgresembedded.internal;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Files that are whole or not there, whenever the machine stops. */
final class SafeFiles {

    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY = PosixFilePermissions.asFileAttribute(
            PosixFilePermissions.fromString("rw-------"));

    private static final int SYNCS_AT_ONCE = 8;

    private SafeFiles() {}

    /** The text of a small file, or nothing if there is none. */
    static Optional<String> read(Path file) {
        try {
            return Optional.of(Files.readString(file));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (AccessDeniedException e) {
            throw new HomeRefusedException("No permission to read " + file + ": start Dexaflow as user "
                    + ownerName(file.getParent()) + ", or give the whole home to the user that runs it (chown -R).", e);
        } catch (IOException e) {
            throw new UncheckedIOException("could not read " + file + ": " + e, e);
        }
    }

    /** Writes a small file of mode 0600, durably and in one piece. */
    static void write(PostgresFolder folder, Path file, String text) {
        Path fresh = folder.fresh(file.getFileName().toString());
        try {
            Files.createFile(fresh, OWNER_ONLY);
            try (FileChannel channel = FileChannel.open(fresh, StandardOpenOption.WRITE)) {
                ByteBuffer bytes = StandardCharsets.UTF_8.encode(text);
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
                channel.force(true);
            }
            rename(fresh, file);
        } catch (IOException e) {
            throw new UncheckedIOException("could not write " + file + ": " + e, e);
        }
    }

    /** Gives something complete its name, durably. What it holds must be on disk already. */
    static void rename(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        sync(to.getParent());
    }

    static void sync(Path directory) throws IOException {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    /** Puts many files on disk: side by side, so that they share the file system's commits. */
    static void sync(List<Path> files) throws IOException {
        try (ExecutorService threads = Executors.newFixedThreadPool(SYNCS_AT_ONCE,
                Thread.ofPlatform().name("dexaflow-postgres-sync-", 0).factory())) {
            List<Future<Void>> syncs = files.stream().map(file -> threads.submit(() -> syncFile(file))).toList();
            for (Future<Void> sync : syncs) {
                sync.get();
            }
        } catch (ExecutionException e) {
            throw new IOException("could not write to disk", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while writing to disk");
        }
    }

    private static Void syncFile(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
        return null;
    }

    /** Deletes a file or folder. What somebody else deletes meanwhile is no error. */
    static void deleteTree(Path top) throws IOException {
        if (!Files.exists(top, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        Files.walkFileTree(top, new SimpleFileVisitor<>() {

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
                if (e instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE;
                }
                throw e;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, IOException e) throws IOException {
                Files.deleteIfExists(directory);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /** Gives a folder and all in it to this user id. */
    static void chown(Path top, int uid) {
        try {
            Files.walkFileTree(top, new SimpleFileVisitor<>() {

                @Override
                public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
                        throws IOException {
                    return visitFile(directory, attributes);
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    Files.setAttribute(file, "unix:uid", uid, LinkOption.NOFOLLOW_LINKS);
                    Files.setAttribute(file, "unix:gid", uid, LinkOption.NOFOLLOW_LINKS);
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException("could not give " + top + " to user id " + uid, e);
        }
    }

    static int owner(Path path) {
        try {
            return (Integer) Files.getAttribute(path, "unix:uid");
        } catch (IOException e) {
            throw new UncheckedIOException("could not see who owns " + path, e);
        }
    }

    static String ownerName(Path path) {
        try {
            return Files.getOwner(path).getName();
        } catch (IOException e) {
            return "unknown";
        }
    }
}
