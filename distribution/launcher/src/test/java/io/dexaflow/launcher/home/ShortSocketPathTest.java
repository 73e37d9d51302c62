// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.home;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShortSocketPathTest {

    @TempDir private Path folder;

    private static void talk(Path socket) throws IOException {
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
                ShortSocketPath at = ShortSocketPath.of(socket)) {
            server.bind(at.address());
            assertThat(Files.exists(socket)).isTrue();
            try (ShortSocketPath to = ShortSocketPath.of(socket);
                    SocketChannel client = SocketChannel.open(to.address())) {
                assertThat(client.isConnected()).isTrue();
            }
        }
    }

    @Test
    void aSocketFarDownCanBeReached() throws IOException {
        Path home = Files.createDirectories(folder.resolve("a".repeat(90)).resolve("b".repeat(90)));

        talk(home.resolve("shell.sock"));
    }

    @Test
    void aSocketNearbyIsReachedByItsName() throws IOException {
        talk(folder.resolve("s"));
    }
}
