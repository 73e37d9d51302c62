// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.shell;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;

/**
 * The answers on a connection: for each command its output as it comes, then a zero byte, the exit code in decimal and
 * a line break. A zero byte in an output is sent as a question mark; what a command that was left running in the
 * background writes between two answers belongs to neither and is dropped.
 */
final class FrameOutput extends OutputStream {

    private static final byte END = 0;
    private static final byte STAND_IN = '?';

    private final WritableByteChannel channel;
    private boolean open;

    FrameOutput(WritableByteChannel channel) {
        this.channel = channel;
    }

    /** Begins an answer. */
    synchronized void begin() {
        open = true;
    }

    /** Ends an answer. */
    synchronized void end(int exitCode) throws IOException {
        open = false;
        send(ByteBuffer.wrap(((char) END + Integer.toString(exitCode) + "\n").getBytes(StandardCharsets.US_ASCII)));
    }

    @Override
    public void write(int value) throws IOException {
        write(new byte[]{(byte) value}, 0, 1);
    }

    @Override
    public synchronized void write(byte[] bytes, int offset, int length) throws IOException {
        if (!open) {
            return;
        }
        byte[] clean = new byte[length];
        for (int i = 0; i < length; i++) {
            byte value = bytes[offset + i];
            clean[i] = value == END ? STAND_IN : value;
        }
        send(ByteBuffer.wrap(clean));
    }

    private void send(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }
}
