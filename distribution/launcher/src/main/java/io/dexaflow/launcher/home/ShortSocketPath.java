// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.home;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * An address for a Unix socket whose path is too long for one: the kernel takes 108 bytes, so the folder is opened and
 * the socket named through its descriptor in {@code /proc/self/fd}. Keep it open until connected.
 */
public final class ShortSocketPath implements AutoCloseable {

    private static final int LONGEST = 100;
    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

    private final FileChannel folder;
    private final Path path;

    private ShortSocketPath(FileChannel folder, Path path) {
        this.folder = folder;
        this.path = path;
    }

    /** Finds a short enough way to the socket. */
    public static ShortSocketPath of(Path socket) throws IOException {
        if (socket.toString().getBytes(StandardCharsets.UTF_8).length <= LONGEST) {
            return new ShortSocketPath(null, socket);
        }
        Path parent = socket.getParent().toRealPath();
        FileChannel folder = FileChannel.open(parent, StandardOpenOption.READ);
        try {
            return new ShortSocketPath(folder, descriptorOf(parent).resolve(socket.getFileName()));
        } catch (IOException e) {
            folder.close();
            throw e;
        }
    }

    private static Path descriptorOf(Path folder) throws IOException {
        try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(DESCRIPTORS)) {
            for (Path descriptor : descriptors) {
                if (folder.equals(targetOf(descriptor))) {
                    return descriptor;
                }
            }
        }
        throw new IOException("no descriptor of " + folder);
    }

    private static Path targetOf(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor);
        } catch (IOException e) {
            // Another thread's descriptor, closed meanwhile.
            return null;
        }
    }

    /** What to connect to. */
    public UnixDomainSocketAddress address() {
        return UnixDomainSocketAddress.of(path);
    }

    @Override
    public void close() throws IOException {
        if (folder != null) {
            folder.close();
        }
    }
}
