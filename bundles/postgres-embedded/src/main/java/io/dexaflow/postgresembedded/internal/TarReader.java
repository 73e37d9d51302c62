// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.postgresembedded.internal;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;

/**
 * Unpacks the one archive that this bundle ships: plain ustar with folders, files and links. Anything else in it is an
 * error, so that an archive of a later version cannot be unpacked by half. What it wrote is on disk when it returns.
 */
final class TarReader {

    private static final int BLOCK = 512;
    private static final int ANY_EXECUTE = 0b001_001_001;

    private final InputStream in;
    private final Path target;
    private final byte[] header = new byte[BLOCK];
    private final byte[] buffer = new byte[1 << 16];
    private final List<Path> files = new ArrayList<>();

    TarReader(InputStream in, Path target) {
        this.in = in;
        this.target = target;
    }

    void unpack() throws IOException {
        while (in.readNBytes(header, 0, BLOCK) == BLOCK && header[0] != 0) {
            Path path = path();
            switch (header[156]) {
                case '5' -> Files.createDirectories(path);
                case '2' -> {
                    Files.createDirectories(path.getParent());
                    Files.createSymbolicLink(path, Path.of(text(157, 100)));
                }
                case '0', 0 -> file(path, octal(124, 12));
                default -> throw new IOException("entry of an unknown kind: " + path);
            }
        }
        SafeFiles.sync(files);
    }

    private void file(Path path, long size) throws IOException {
        Files.createDirectories(path.getParent());
        try (FileChannel out = FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            for (long left = size; left > 0;) {
                int count = in.read(buffer, 0, (int) Math.min(buffer.length, left));
                if (count < 0) {
                    throw new EOFException("the archive ends within " + path);
                }
                ByteBuffer bytes = ByteBuffer.wrap(buffer, 0, count);
                while (bytes.hasRemaining()) {
                    out.write(bytes);
                }
                left -= count;
            }
        }
        files.add(path);
        boolean executable = (octal(100, 8) & ANY_EXECUTE) != 0;
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(executable ? "rwxr-xr-x" : "rw-r--r--"));
        in.skipNBytes((BLOCK - size % BLOCK) % BLOCK);
    }

    private Path path() throws IOException {
        String prefix = text(345, 155);
        Path path = target.resolve(prefix.isEmpty() ? text(0, 100) : prefix + "/" + text(0, 100)).normalize();
        if (!path.startsWith(target)) {
            throw new IOException("entry outside the archive: " + path);
        }
        return path;
    }

    private String text(int from, int length) {
        int end = from;
        while (end < from + length && header[end] != 0) {
            end++;
        }
        return new String(header, from, end - from, StandardCharsets.UTF_8);
    }

    private long octal(int from, int length) {
        return Long.parseLong(text(from, length).strip(), 8);
    }
}
