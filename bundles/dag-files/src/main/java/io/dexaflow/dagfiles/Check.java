// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.dagfiles;

import io.dexaflow.dagfiles.internal.folder.CheckRun;
import java.nio.charset.StandardCharsets;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;

/**
 * Validates DAG files without a host: {@code Check [--json] PATH…}. A path is a file, which is then a DAG whatever its
 * name, or a folder, which is searched as a DAG folder is. Exit code 0: all valid; 2: an error, wrong usage, or no DAG
 * file found.
 */
public final class Check {

    private Check() {}

    /** The program. */
    public static void main(String[] args) {
        // Libraries below log, and a log backend without configuration prints to standard output.
        if (System.getProperty("logback.configurationFile") == null) {
            System.setProperty("logback.configurationFile", "io/dexaflow/dagfiles/check-logback.xml");
        }
        PrintStream out = utf8(FileDescriptor.out);
        PrintStream err = utf8(FileDescriptor.err);
        int code = run(args, out, err);
        out.flush();
        err.flush();
        System.exit(code);
    }

    /** The same for a program that goes on afterwards: gives the exit code. */
    public static int run(String[] args, PrintStream out, PrintStream err) {
        return new CheckRun(out, err).run(args);
    }

    private static PrintStream utf8(FileDescriptor descriptor) {
        return new PrintStream(new FileOutputStream(descriptor), false, StandardCharsets.UTF_8);
    }
}
