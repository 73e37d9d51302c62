// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal;

import io.dexaflow.store.DatabaseEndpoint;
import java.util.regex.Pattern;

/**
 * A database that somebody else runs. No message of it repeats what a password may stand in.
 *
 * @param jdbcUrl without credentials: it is logged
 * @param user who signs in
 * @param password with what; may be empty where the server asks for none
 */
record ExternalEndpoint(String jdbcUrl, String user, String password) implements DatabaseEndpoint {

    private static final String SCHEME = "jdbc:postgresql:";
    private static final Pattern CREDENTIALS = Pattern.compile("[?&](user|password|sslpassword)=",
            Pattern.CASE_INSENSITIVE);
    private static final String HOST = "(?:\\[[0-9a-fA-F:.%]+]|[^\\s:/?#@,\\[\\]]+)(?::\\d{1,5})?";
    private static final Pattern SHAPE = Pattern.compile(
            SCHEME + "(?://(?:" + HOST + "(?:," + HOST + ")*)?/)?[^/?#@\\s]*(?:\\?\\S*)?");

    /**
     * One that has been checked.
     *
     * @throws IllegalArgumentException with what is wrong and what to do
     */
    static ExternalEndpoint of(String url, String user, String password) {
        String trimmed = url.strip();
        if (!trimmed.startsWith(SCHEME)) {
            throw new IllegalArgumentException("database.url does not begin with " + SCHEME
                    + "; the store needs PostgreSQL: jdbc:postgresql://HOST:PORT/DATABASE");
        }
        if (CREDENTIALS.matcher(trimmed).find() || trimmed.indexOf('@') >= 0) {
            throw new IllegalArgumentException("database.url holds credentials, and would be logged with them;"
                    + " put them into database.user and database.password");
        }
        if (!SHAPE.matcher(trimmed).matches()) {
            throw new IllegalArgumentException("database.url is " + trimmed
                    + "; it must look like jdbc:postgresql://HOST:PORT/DATABASE");
        }
        if (user.isBlank()) {
            throw new IllegalArgumentException("database.url is set, but database.user is not");
        }
        return new ExternalEndpoint(trimmed, user.strip(), password);
    }

    @Override
    public String toString() {
        return "ExternalEndpoint[" + jdbcUrl + "]";
    }
}
