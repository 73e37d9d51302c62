// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dexaflow.launcher.CommandException;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShellClientTest {

    @TempDir private Path folder;
    private FakeHost host;
    private ServerSocketChannel server;

    @BeforeEach
    void setUp() throws IOException {
        host = new FakeHost(folder);
    }

    @AfterEach
    void tearDown() throws IOException {
        host.close();
        if (server != null) {
            server.close();
        }
    }

    /** Repeats each line, with its length as exit code; hangs up on "bye". */
    private void serve() throws IOException {
        server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        server.bind(UnixDomainSocketAddress.of(host.home().shellSocket()));
        Thread.ofVirtual().start(() -> {
            try (SocketChannel client = server.accept();
                    BufferedReader lines = new BufferedReader(Channels.newReader(client, StandardCharsets.UTF_8))) {
                String line = lines.readLine();
                while (line != null && !line.equals("bye")) {
                    client.write(ByteBuffer.wrap((line + "\n\0" + line.length() + "\n").getBytes(
                            StandardCharsets.UTF_8)));
                    line = lines.readLine();
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    @Test
    void commandsOfOneConnectionAreAnsweredOneByOne() throws IOException {
        serve();
        ByteArrayOutputStream out = new ByteArrayOutputStream();

        try (ShellClient shell = ShellClient.connect(host.home())) {
            assertThat(shell.run("lb", out)).isEqualTo(2);
            assertThat(shell.run("grüße", out)).isEqualTo(5);
        }

        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("lb\ngrüße\n");
    }

    @Test
    void aShellThatHangsUpIsNoticed() throws IOException {
        serve();
        try (ShellClient shell = ShellClient.connect(host.home())) {
            assertThatThrownBy(() -> shell.run("bye", new ByteArrayOutputStream())).isInstanceOf(EOFException.class);
        }
    }

    @Test
    void aHostWithoutAShellIsSaidInWords() {
        assertThatThrownBy(() -> ShellClient.connect(host.home())).isInstanceOfSatisfying(CommandException.class,
                e -> assertThat(e.exitCode()).isEqualTo(4)).hasMessageContaining("io.dexaflow.shell");
    }
}
