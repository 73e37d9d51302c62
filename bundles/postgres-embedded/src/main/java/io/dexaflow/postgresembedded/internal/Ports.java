// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.postgresembedded.internal;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.OptionalInt;
import java.util.concurrent.ThreadLocalRandom;

/** Chooses the server's port: the one of last time if it is free, so that a user's bookmarked connection still works. */
final class Ports {

    /**
     * Below the range from which Linux takes the ports of outgoing connections: those could sit on the server's port
     * just when it is restarted.
     */
    private static final int FIRST = 20_000;
    private static final int LAST = 31_999;
    private static final int TRIES = 50;

    private Ports() {}

    static int choose(PostgresFolder folder) {
        OptionalInt last = lastTime(folder);
        if (last.isPresent() && isFree(last.getAsInt())) {
            return last.getAsInt();
        }
        for (int i = 0; i < TRIES; i++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, LAST + 1);
            if (isFree(port)) {
                return port;
            }
        }
        throw new PostgresException("No free port on 127.0.0.1 between " + FIRST + " and " + LAST + " after " + TRIES
                + " tries: stop something that listens there.");
    }

    static void remember(PostgresFolder folder, int port) {
        if (lastTime(folder).orElse(-1) != port) {
            SafeFiles.write(folder, folder.port(), port + "\n");
        }
    }

    static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress("127.0.0.1", port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static OptionalInt lastTime(PostgresFolder folder) {
        try {
            int port = SafeFiles.read(folder.port()).map(String::strip).map(Integer::parseInt).orElse(-1);
            return port > 0 && port <= 0xFFFF ? OptionalInt.of(port) : OptionalInt.empty();
        } catch (NumberFormatException e) {
            return OptionalInt.empty();
        }
    }
}
