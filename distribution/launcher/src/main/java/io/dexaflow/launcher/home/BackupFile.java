// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.home;

import io.dexaflow.launcher.CommandException;
import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/** A backup: a zip of the database's copy as the host gives it, and of files of the home. Only its owner may read it. */
public final class BackupFile {

    /** The last entry of the database's copy. */
    private static final String END = "end.json";
    private static final String FIRST = "manifest.json";

    private BackupFile() {}

    /**
     * Writes a backup beside its place, synced and renamed, so that there is a whole one or none.
     *
     * @param file its place
     * @param database the host's copy of the database
     * @param home what else belongs to it
     * @return its size in bytes
     * @throws IOException when the copy broke off
     * @throws CommandException when the file cannot be written
     */
    public static long write(Path file, InputStream database, Home home) throws IOException {
        Path part = file.resolveSibling(file.getFileName() + ".part");
        try {
            Files.deleteIfExists(part);
            try (FileChannel channel = FileChannel.open(part,
                    Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
                fill(new Local(Channels.newOutputStream(channel)), database, home);
                channel.force(true);
            }
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
            try (FileChannel folder = FileChannel.open(file.toAbsolutePath().getParent(), StandardOpenOption.READ)) {
                folder.force(true);
            }
            return Files.size(file);
        } catch (BrokenOffException e) {
            throw e.getCause();
        } catch (UncheckedIOException e) {
            throw unwritable(file, e.getCause());
        } catch (IOException e) {
            throw unwritable(file, e);
        } finally {
            deleteQuietly(part);
        }
    }

    private static void fill(OutputStream out, InputStream database, Home home) throws IOException {
        ZipOutputStream zip = new ZipOutputStream(new BufferedOutputStream(out));
        try {
            copy(database, zip);
        } catch (IOException e) {
            throw new BrokenOffException(e);
        }
        HomeFiles.add(home, zip);
        zip.finish();
        zip.flush();
    }

    private static void copy(InputStream database, ZipOutputStream zip) throws IOException {
        ZipInputStream in = new ZipInputStream(database);
        String last = null;
        for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
            last = entry.getName();
            zip.putNextEntry(new ZipEntry(last));
            in.transferTo(zip);
            zip.closeEntry();
        }
        if (!END.equals(last)) {
            throw new IOException("the copy broke off");
        }
        database.transferTo(OutputStream.nullOutputStream());
    }

    private static CommandException unwritable(Path file, IOException e) {
        return CommandException.badInput("cannot write the backup " + file + ": " + IoWords.of(e));
    }

    private static void deleteQuietly(Path part) {
        try {
            Files.deleteIfExists(part);
        } catch (IOException e) {
            // What went wrong first is told.
        }
    }

    /**
     * Reads a backup from end to end.
     *
     * @throws CommandException when it is none, or not whole
     */
    public static void check(Path file) {
        if (!Files.isRegularFile(file)) {
            throw CommandException.badInput("there is no file " + file);
        }
        try (ZipFile zip = new ZipFile(file.toFile())) {
            if (zip.getEntry(FIRST) == null || zip.getEntry(END) == null) {
                throw CommandException.badInput(file + " is no backup: dexaflow backup FILE makes one");
            }
            for (ZipEntry entry : zip.stream().toList()) {
                try (CheckedInputStream in = new CheckedInputStream(zip.getInputStream(entry), new CRC32())) {
                    in.transferTo(OutputStream.nullOutputStream());
                    if (in.getChecksum().getValue() != entry.getCrc()) {
                        throw CommandException.badInput(file + " is damaged: " + entry.getName()
                                + " in it is not what was written");
                    }
                }
            }
        } catch (IOException e) {
            throw CommandException.badInput(file + " is no backup, or is damaged or cut off: " + e.getMessage());
        }
    }

    /**
     * Puts the home's files into it, restores, and takes them back when that is refused.
     *
     * @param restore restores the database
     * @return its answer
     */
    public static String restore(Path file, Home home, Supplier<String> restore) {
        HomeCheck.prepare(home);
        try (ZipFile zip = new ZipFile(file.toFile())) {
            List<Path> made = HomeFiles.place(home, zip);
            try {
                return restore.get();
            } catch (RuntimeException e) {
                HomeFiles.remove(made);
                throw e;
            }
        } catch (IOException e) {
            throw CommandException.refused("cannot write into the home " + home + ": " + IoWords.of(e));
        }
    }

    /** Tells what this machine's disk refuses from what the host did not send. */
    private static final class Local extends FilterOutputStream {

        Local(OutputStream out) {
            super(out);
        }

        @Override
        public void write(int one) {
            write(new byte[]{(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) {
            try {
                out.write(bytes, from, length);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** The host did not send all of it. */
    private static final class BrokenOffException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        BrokenOffException(IOException cause) {
            super(cause);
        }

        @Override
        public synchronized IOException getCause() {
            return (IOException) super.getCause();
        }
    }
}
