// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;

/** Finds out whether what a command said has arrived: a printing stream keeps its errors to itself. */
final class OutputCheck {

    private OutputCheck() {}

    /**
     * What to end with.
     *
     * @param exitCode the command's own; one that is not 0 stays
     * @param out where its output went
     * @param raw what is behind it, unbuffered: it says what is wrong when it is written to once more
     * @param err told when the output is lost
     */
    static int exitCode(int exitCode, PrintStream out, OutputStream raw, PrintStream err) {
        if (!out.checkError()) {
            return exitCode;
        }
        String why = reason(raw);
        // A reader that has seen enough, as head has, is no error.
        if (why.contains("Broken pipe")) {
            return exitCode;
        }
        err.println("dexaflow: the output could not be written: " + why);
        return exitCode == ExitCode.DONE ? ExitCode.BAD_INPUT : exitCode;
    }

    private static String reason(OutputStream raw) {
        try {
            raw.write('\n');
            raw.flush();
            return "an earlier piece was lost";
        } catch (IOException e) {
            return String.valueOf(e.getMessage());
        }
    }
}
