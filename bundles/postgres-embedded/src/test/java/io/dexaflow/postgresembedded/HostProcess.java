// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.postgresembedded;

import java.io.IOException;
import java.nio.file.Path;

/** A host in a process of its own, so that a test can kill it. Ends orderly when its standard input does. */
public final class HostProcess {

    private static final int REFUSED = 78;

    private HostProcess() {}

    /** With the home as its argument; one line on standard output says what became of it. */
    public static void main(String[] arguments) throws IOException {
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start(Path.of(arguments[0]))) {
            System.out.println("READY " + postgres.jdbcUrl());
            System.in.readAllBytes();
        } catch (RuntimeException e) {
            System.out.println("REFUSED " + e.getMessage());
            System.exit(REFUSED);
        }
    }
}
