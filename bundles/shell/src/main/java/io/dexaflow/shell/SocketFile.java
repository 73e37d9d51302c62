// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.shell;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;

/**
 * The socket {@code shell.sock} of a home, which only the home's owner can open. It takes the place of one that a
 * killed host left behind, and when it goes it removes no other host's.
 */
final class SocketFile implements AutoCloseable {

    private static final String NAME = "shell.sock";
    private static final String CRADLE = ".shell.new";
    /** The system's limit is 108 with the closing zero; what lies between is nobody's need. */
    private static final int LONGEST_ADDRESS = 100;

    private final Path path;
    private final ServerSocketChannel channel;
    private final Object identity;

    private SocketFile(Path path, ServerSocketChannel channel) throws IOException {
        this.path = path;
        this.channel = channel;
        this.identity = identity(path);
    }

    /**
     * Makes the socket. It is made in a folder that nobody else can enter and moved into its place when its rights are
     * set, so that there is no moment in which someone else could connect, whatever the umask is.
     */
    static SocketFile create(Path home) throws IOException {
        Path cradle = home.resolve(CRADLE);
        Path newborn = cradle.resolve(NAME);
        Path path = home.resolve(NAME);
        Files.deleteIfExists(newborn);
        Files.deleteIfExists(cradle);
        Files.createDirectory(cradle,
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            bind(channel, newborn);
            Files.setPosixFilePermissions(newborn, PosixFilePermissions.fromString("rw-------"));
            Files.move(newborn, path, StandardCopyOption.ATOMIC_MOVE);
            return new SocketFile(path, channel);
        } catch (IOException | RuntimeException failed) {
            channel.close();
            throw failed;
        } finally {
            Files.deleteIfExists(newborn);
            Files.deleteIfExists(cradle);
        }
    }

    /** Where connections come in. */
    ServerSocketChannel channel() {
        return channel;
    }

    @Override
    public void close() throws IOException {
        channel.close();
        if (Files.exists(path) && Objects.equals(identity, identity(path))) {
            Files.deleteIfExists(path);
        }
    }

    private static void bind(ServerSocketChannel channel, Path path) throws IOException {
        if (path.toString().getBytes(StandardCharsets.UTF_8).length <= LONGEST_ADDRESS) {
            channel.bind(UnixDomainSocketAddress.of(path));
            return;
        }
        try (OpenDirectory folder = OpenDirectory.open(path.getParent())) {
            channel.bind(UnixDomainSocketAddress.of(folder.shortPath().resolve(path.getFileName())));
        }
    }

    private static Object identity(Path path) throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
    }
}
