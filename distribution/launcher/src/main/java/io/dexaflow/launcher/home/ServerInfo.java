// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.home;

/**
 * What a running host says of itself in {@code server.json} (contract 2).
 *
 * @param edition {@code lite}
 * @param process the host's process
 * @param api the base URL of its API, without a slash at the end
 * @param database where the rows are; null while nothing says
 * @param startedAt when it became ready, RFC 3339
 * @param version its version
 */
public record ServerInfo(String edition, ProcessStamp process, String api, Database database, String startedAt,
        String version) {

    /** The host's process id. */
    public long pid() {
        return process.pid();
    }

    /**
     * The database.
     *
     * @param url its JDBC URL, without credentials
     * @param user who signs in
     * @param password with what, a secret; null for an external database, whose password is its configuration's
     */
    public record Database(String url, String user, String password) {

        @Override
        public String toString() {
            return url + " as " + user;
        }
    }
}
