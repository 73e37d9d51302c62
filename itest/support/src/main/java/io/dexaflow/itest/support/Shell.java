// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.itest.support;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/**
 * The shell of a host, over its socket: what {@code dexaflow shell} does, without a program to start.
 *
 * @param place whose
 */
public record Shell(Place place) {

    /** Says a line; gives the answer. */
    public String say(String line) {
        UnixDomainSocketAddress address = UnixDomainSocketAddress.of(place.home().resolve("shell.sock"));
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            channel.connect(address);
            channel.write(ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8)));
            String answer = answer(channel);
            int end = answer.indexOf('\0');
            if (!answer.substring(end + 1).strip().equals("0")) {
                throw new AssertionError("the shell answers to '" + line + "': " + answer.replace('\0', ' '));
            }
            return answer.substring(0, end);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot say '" + line + "' to the shell of " + place, e);
        }
    }

    /** The output, a zero byte, the exit code and a line break. */
    private static String answer(SocketChannel channel) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        ByteBuffer buffer = ByteBuffer.allocate(8192);
        while (channel.read(buffer) >= 0) {
            all.write(buffer.array(), 0, buffer.position());
            buffer.clear();
            String so = all.toString(StandardCharsets.UTF_8);
            if (so.indexOf('\0') >= 0 && so.endsWith("\n")) {
                return so;
            }
        }
        throw new IOException("the shell has hung up after: " + all.toString(StandardCharsets.UTF_8));
    }
}
