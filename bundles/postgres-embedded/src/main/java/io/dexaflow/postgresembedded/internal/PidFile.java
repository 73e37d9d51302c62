// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.postgresembedded.internal;

import java.util.List;
import java.util.Optional;

/**
 * What a server says about itself in {@code postmaster.pid}. The file outlives a killed server; it is a claim, no proof.
 *
 * @param pid the postmaster
 * @param port where it listens, 0 if it has not said so yet
 * @param ready whether it accepts connections
 */
record PidFile(long pid, int port, boolean ready) {

    private static final int PORT_LINE = 3;
    private static final int STATUS_LINE = 7;

    /** Reads it; empty when there is none, or none that could be understood (it is written line by line). */
    static Optional<PidFile> read(PostgresFolder folder) {
        return SafeFiles.read(folder.data().resolve("postmaster.pid")).flatMap(text -> parse(text.lines().toList()));
    }

    private static Optional<PidFile> parse(List<String> lines) {
        try {
            long pid = Long.parseLong(lines.getFirst().strip());
            int port = lines.size() > PORT_LINE ? Integer.parseInt(lines.get(PORT_LINE).strip()) : 0;
            boolean ready = lines.size() > STATUS_LINE && lines.get(STATUS_LINE).strip().equals("ready");
            return Optional.of(new PidFile(pid, port, ready));
        } catch (RuntimeException e) {
            return Optional.empty();
        }
    }
}
