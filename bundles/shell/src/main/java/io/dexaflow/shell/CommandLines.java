// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.shell;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Reads command lines; a limit keeps a client that never ends its line from filling the memory. */
final class CommandLines {

    private static final int LONGEST = 1 << 20;

    private final InputStream in;

    CommandLines(InputStream in) {
        this.in = new BufferedInputStream(in);
    }

    /** The next line without its end; null when the client has gone. */
    String next() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int value = in.read(); value >= 0; value = in.read()) {
            if (value == '\n') {
                return line.toString(StandardCharsets.UTF_8).stripTrailing();
            }
            if (line.size() == LONGEST) {
                throw new IOException("a command line of more than " + LONGEST + " bytes");
            }
            line.write(value);
        }
        return null;
    }
}
