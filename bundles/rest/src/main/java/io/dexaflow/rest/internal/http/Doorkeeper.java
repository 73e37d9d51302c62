// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.http;

import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Locale;

/** Decides who may ask: the bearer of the home's token, and no page of another site through the owner's browser. */
final class Doorkeeper {

    private static final String BEARER = "bearer ";

    private final byte[] token;
    private final boolean loopbackOnly;

    /**
     * @param token the home's token
     * @param loopbackOnly whether the server listens on loopback, so that any other name in {@code Host} is a trick
     */
    Doorkeeper(String token, boolean loopbackOnly) {
        this.token = token.getBytes(StandardCharsets.UTF_8);
        this.loopbackOnly = loopbackOnly;
    }

    /** Refuses requests that a page of another site made a browser send: 403. */
    void checkOrigin(HttpServletRequest request) {
        String host = request.getHeader("Host");
        if (loopbackOnly && !Loopback.isLoopbackHost(host)) {
            throw Problem.of(403, "Forbidden: the host was asked for under a name that is not this machine's own");
        }
        String origin = request.getHeader("Origin");
        if (origin != null && !Loopback.isLoopbackOrigin(origin) && !isSame(origin, host)) {
            throw Problem.of(403, "Forbidden: the request comes from a page of another site");
        }
    }

    /** Refuses who does not bear the token: 401. */
    void checkToken(HttpServletRequest request) {
        String header = request.getHeader("Authorization");
        if (header == null || !header.toLowerCase(Locale.ROOT).startsWith(BEARER)) {
            throw Problem.of(401, "Not authenticated: send the home's token as Authorization: Bearer …");
        }
        byte[] given = header.substring(BEARER.length()).strip().getBytes(StandardCharsets.UTF_8);
        if (!MessageDigest.isEqual(given, token)) {
            throw Problem.of(401, "Invalid token: it is not the one in the file 'token' of the home");
        }
    }

    private boolean isSame(String origin, String host) {
        return !loopbackOnly && host != null && (origin.equals("http://" + host) || origin.equals("https://" + host));
    }
}
