// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.itest.support;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A database server that does not answer: all of its processes are stopped but the one of a connection of the test's own,
 * over which the clock can be moved before anybody else sees it.
 */
public final class Frozen implements AutoCloseable {

    private static final int TRIES = 5;
    private static final int PATIENCE_MILLIS = 2_000;

    private final Rows rows;
    private final List<Long> stopped = new ArrayList<>();

    private Frozen(Rows rows) {
        this.rows = rows;
    }

    /** Freezes the server of a host. */
    public static Frozen databaseOf(LiteHost host) {
        for (int i = 1; i <= TRIES; i++) {
            Frozen frozen = new Frozen(host.openRows());
            frozen.stop(host.place(), frozen.rows.number("select pg_backend_pid()"));
            if (frozen.answers()) {
                return frozen;
            }
            // It was stopped in the middle of something that every session needs.
            frozen.close();
        }
        throw new AssertionError("the database cannot be frozen without our own session");
    }

    private void stop(Place place, long own) {
        for (Processes.Seen postmaster : Leftovers.databasesOf(place)) {
            stop(List.of(postmaster.pid()));
            stop(ProcessHandle.of(postmaster.pid())
                    .stream()
                    .flatMap(ProcessHandle::children)
                    .map(ProcessHandle::pid)
                    .filter(pid -> pid != own)
                    .toList());
        }
    }

    private void stop(List<Long> processes) {
        Processes.signal("STOP", processes);
        stopped.addAll(processes);
    }

    private boolean answers() {
        try {
            rows.connection().setNetworkTimeout(Runnable::run, PATIENCE_MILLIS);
            Clock.move(rows, Duration.ZERO);
            return true;
        } catch (SQLException | IllegalStateException hangs) {
            return false;
        }
    }

    /** The one connection that is answered. */
    public Rows rows() {
        return rows;
    }

    /** Lets the server crash and come back: what was asked of it while it was away is forgotten, and our session ends. */
    public void crash() {
        Processes.signal("KILL", stopped.subList(1, stopped.size()));
        thaw();
    }

    /** Lets the server go on, with what was asked of it meanwhile. */
    public void thaw() {
        Processes.signal("CONT", stopped);
        stopped.clear();
    }

    @Override
    public void close() {
        thaw();
        rows.close();
    }
}
