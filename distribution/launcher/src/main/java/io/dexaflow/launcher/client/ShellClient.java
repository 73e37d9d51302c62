// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.client;

import io.dexaflow.launcher.CommandException;
import io.dexaflow.launcher.ExitCode;
import io.dexaflow.launcher.home.Home;
import io.dexaflow.launcher.home.ServerFile;
import io.dexaflow.launcher.home.ShortSocketPath;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/**
 * Speaks to the shell of the running host. A command is a line; its answer is what it printed, a zero byte, its exit
 * code in digits and a line feed. One connection, one session.
 */
public final class ShellClient implements AutoCloseable {

    private final SocketChannel channel;
    private final InputStream in;

    private ShellClient(SocketChannel channel) {
        this.channel = channel;
        this.in = new BufferedInputStream(Channels.newInputStream(channel));
    }

    /**
     * Connects.
     *
     * @throws CommandException with exit code 3 when no host is running, 4 when it has no shell
     */
    public static ShellClient connect(Home home) {
        ServerFile.require(home);
        try (ShortSocketPath socket = ShortSocketPath.of(home.shellSocket())) {
            return new ShellClient(SocketChannel.open(socket.address()));
        } catch (IOException e) {
            throw new CommandException(ExitCode.NOT_READY, "the host's shell does not answer on " + home.shellSocket()
                    + " (" + e.getMessage() + "); is io.dexaflow.shell among its bundles?");
        }
    }

    /**
     * Runs a command.
     *
     * @param command one line
     * @param out where its output goes, as it comes
     * @return its exit code
     */
    public int run(String command, OutputStream out) throws IOException {
        ByteBuffer line = ByteBuffer.wrap((command.replace('\n', ' ') + "\n").getBytes(StandardCharsets.UTF_8));
        while (line.hasRemaining()) {
            channel.write(line);
        }
        int next = in.read();
        while (next > 0) {
            out.write(next);
            if (in.available() == 0) {
                out.flush();
            }
            next = in.read();
        }
        out.flush();
        if (next < 0) {
            throw new EOFException("the shell closed the connection");
        }
        return exitCode();
    }

    private int exitCode() throws IOException {
        ByteArrayOutputStream digits = new ByteArrayOutputStream();
        int next = in.read();
        while (next >= 0 && next != '\n') {
            digits.write(next);
            next = in.read();
        }
        String text = digits.toString(StandardCharsets.US_ASCII).strip();
        return text.isEmpty() ? ExitCode.DONE : Integer.parseInt(text);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
