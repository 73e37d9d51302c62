// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.cli;

/** What the start script found out about the terminal. */
final class Terminal {

    private static final String PROPERTY = "dexaflow.tty";

    private Terminal() {}

    /** Whether this stream, 1 or 2, goes to a terminal. */
    static boolean is(int stream) {
        return System.getProperty(PROPERTY, "").contains(Integer.toString(stream));
    }

    /** Whether a line can be drawn over on this stream. */
    static boolean hasBar(int stream) {
        return is(stream) && canSteer(System.getenv("TERM"));
    }

    /** Whether colours are welcome on this stream. */
    static boolean hasColours(int stream) {
        return hasBar(stream) && System.getenv("NO_COLOR") == null;
    }

    /** Whether a terminal of this kind understands what steers a cursor. */
    static boolean canSteer(String kind) {
        return kind != null && !kind.isBlank() && !kind.equals("dumb");
    }
}
