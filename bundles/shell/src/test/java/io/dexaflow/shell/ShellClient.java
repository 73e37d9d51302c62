// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.shell;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Speaks to the socket as the launcher does. */
final class ShellClient implements AutoCloseable {

    private final SocketChannel channel;
    private final InputStream in;

    /** What came back: the output, and the exit code. */
    record Reply(String output, int exitCode) {}

    ShellClient(Path home) throws IOException {
        try (OpenDirectory folder = OpenDirectory.open(home)) {
            channel = SocketChannel.open(UnixDomainSocketAddress.of(folder.shortPath().resolve("shell.sock")));
        }
        in = new BufferedInputStream(Channels.newInputStream(channel));
    }

    Reply run(String line) throws IOException {
        ByteBuffer bytes = StandardCharsets.UTF_8.encode(line + "\n");
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
        String output = until(0);
        return new Reply(output, Integer.parseInt(until('\n')));
    }

    private String until(int end) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int value = in.read(); value != end; value = in.read()) {
            if (value < 0) {
                throw new IOException("the shell is gone after " + bytes);
            }
            bytes.write(value);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
