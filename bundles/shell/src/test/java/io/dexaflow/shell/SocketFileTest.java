// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SocketFileTest {

    @TempDir private Path home;

    @Test
    void onlyTheOwnerMayOpenIt() throws IOException {
        try (SocketFile socket = SocketFile.create(home)) {
            assertThat(socket.channel().isOpen()).isTrue();
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path()))).isEqualTo("rw-------");
            assertThat(home).isDirectoryNotContaining(entry -> !entry.equals(path()));
        }
        assertThat(home).isEmptyDirectory();
    }

    @Test
    void itCanBeConnectedToAfterItWasMovedIntoPlace() throws IOException {
        try (SocketFile socket = SocketFile.create(home);
                SocketChannel client = connect(path());
                SocketChannel server = socket.channel().accept()) {
            assertThat(client.isConnected()).isTrue();
            assertThat(server.isConnected()).isTrue();
        }
    }

    @Test
    void aSocketOfAKilledHostIsReplaced() throws IOException {
        try (ServerSocketChannel killed = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            killed.bind(UnixDomainSocketAddress.of(path()));
        }
        Files.createDirectory(home.resolve(".shell.new"));
        assertThat(path()).exists();

        try (SocketFile _ = SocketFile.create(home); SocketChannel client = connect(path())) {
            assertThat(client.isConnected()).isTrue();
        }
    }

    @Test
    void anotherHostsSocketIsNotTakenAway() throws IOException {
        SocketFile old = SocketFile.create(home);
        try (SocketFile _ = SocketFile.create(home)) {
            old.close();

            try (SocketChannel client = connect(path())) {
                assertThat(client.isConnected()).isTrue();
            }
        }
    }

    @Test
    void aHomeMayLieAsDeepAsItLikes() throws IOException {
        Path deep = Files.createDirectories(home.resolve("d".repeat(100)).resolve("e".repeat(100)));

        try (SocketFile _ = SocketFile.create(deep);
                OpenDirectory folder = OpenDirectory.open(deep);
                SocketChannel client = connect(folder.shortPath().resolve("shell.sock"))) {
            assertThat(client.isConnected()).isTrue();
            assertThat(deep.resolve("shell.sock")).exists();
        }
        assertThat(deep).isEmptyDirectory();
    }

    @Test
    void noDescriptorIsLeftOpen() throws IOException {
        Path deep = Files.createDirectories(home.resolve("d".repeat(200)));

        SocketFile.create(deep).close();

        try (var descriptors = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
            for (Path descriptor : descriptors) {
                if (Files.isSymbolicLink(descriptor)) {
                    assertThat(Files.readSymbolicLink(descriptor).toString()).doesNotContain(deep.toString());
                }
            }
        }
    }

    private Path path() {
        return home.resolve("shell.sock");
    }

    private static SocketChannel connect(Path path) throws IOException {
        return SocketChannel.open(UnixDomainSocketAddress.of(path));
    }
}
