// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.postgresembedded.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PortsTest {

    @TempDir private Path home;

    @Test
    void thePortOfLastTimeIsTakenAgainIfItIsFree() throws IOException {
        PostgresFolder folder = PostgresFolder.in(home);
        int port = Ports.choose(folder);
        Ports.remember(folder, port);
        assertThat(Ports.choose(folder)).isEqualTo(port);
        try (ServerSocket taken = new ServerSocket(port, 1, InetAddress.getByName("127.0.0.1"))) {
            assertThat(taken.isBound()).isTrue();
            assertThat(Ports.isFree(port)).isFalse();
            assertThat(Ports.choose(folder)).isNotEqualTo(port);
        }
    }

    @Test
    void portsLieBelowTheRangeOfOutgoingConnections() {
        assertThat(Ports.choose(PostgresFolder.in(home))).isBetween(20_000, 31_999);
    }

    @Test
    void rubbishInTheFileIsIgnored() throws IOException {
        PostgresFolder folder = PostgresFolder.in(home);
        for (String rubbish : new String[]{"", "many", "-1", "70000"}) {
            Files.writeString(folder.port(), rubbish);
            assertThat(Ports.choose(folder)).isBetween(20_000, 31_999);
        }
    }
}
