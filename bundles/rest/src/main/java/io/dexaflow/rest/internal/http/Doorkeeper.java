// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.http;

import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Locale;

/**
 * Decides who may ask what: the bearer of the home's token everything, people what their role allows, and no page of
 * another site anything through somebody's browser.
 */
final class Doorkeeper {

    private static final String BEARER = "bearer ";
    /** Three parts, as a web token has them. */
    private static final String PEOPLES_TOKEN = "[^.]*\\.[^.]*\\.[^.]*";

    private final byte[] token;
    private final OwnNames names;

    /**
     * @param token the home's token
     * @param names under which the host may be asked
     */
    Doorkeeper(String token, OwnNames names) {
        this.token = token.getBytes(StandardCharsets.UTF_8);
        this.names = names;
    }

    /** Refuses requests that a page of another site made a browser send: 403. */
    void checkOrigin(HttpServletRequest request) {
        String host = request.getHeader("Host");
        if (!names.isOwnHost(host)) {
            throw Problem.of(403, "Forbidden: the host was asked for under a name that is not this machine's own;"
                    + " api.allowed_hosts of io.dexaflow.rest can allow it");
        }
        String origin = request.getHeader("Origin");
        if (origin != null && !names.isOwnOrigin(origin, host)) {
            throw Problem.of(403, "Forbidden: the request comes from a page of another site; api.allowed_origins of"
                    + " io.dexaflow.rest can allow it");
        }
    }

    /**
     * Who bears the request's token: 401 when it is none of ours.
     *
     * @param people knows the tokens of people; null while it does not work
     */
    Caller caller(HttpServletRequest request, BearerTokens people) {
        String header = request.getHeader("Authorization");
        if (header == null || !header.toLowerCase(Locale.ROOT).startsWith(BEARER)) {
            throw Problem.of(401, "Not authenticated: send a token of POST /auth/token, or the home's, as"
                    + " Authorization: Bearer …");
        }
        String given = header.substring(BEARER.length()).strip();
        if (MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), token)) {
            return Caller.HOME;
        }
        if (people == null) {
            throw given.matches(PEOPLES_TOKEN)
                    ? Problem.of(503, "sign-in waits for the database; ask again in a moment")
                    : invalid();
        }
        return people.caller(given).orElseThrow(Doorkeeper::invalid);
    }

    /** Refuses what the caller's role does not allow: 403. */
    static void checkRole(Caller caller, String method, List<String> path) {
        Role needed = Permissions.needed(method, path);
        if (!caller.role().includes(needed)) {
            throw Problem.of(403, "Forbidden: this needs the role " + needed.text() + ", and " + caller.name()
                    + " has the role " + caller.role().text());
        }
    }

    private static Problem invalid() {
        return Problem.of(401, "Invalid token: it has expired, was taken back, or is none of this host;"
                + " POST /auth/token gives a new one");
    }
}
