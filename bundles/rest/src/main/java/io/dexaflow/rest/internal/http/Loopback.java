// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.http;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.regex.Pattern;

/** Names of this very machine; no name is ever looked up. */
final class Loopback {

    private static final Pattern IPV4 = Pattern.compile("127(\\.\\d{1,3}){3}");
    private static final Pattern PORT = Pattern.compile(":\\d{0,5}$");

    private Loopback() {}

    /** Whether a host name or address, without a port, is this machine's own. */
    static boolean isLoopback(String host) {
        return host != null && (host.equalsIgnoreCase("localhost") || IPV4.matcher(host).matches()
                || host.equals("::1") || host.equals("[::1]"));
    }

    /** Whether a {@code Host} header names this machine. */
    static boolean isLoopbackHost(String header) {
        return header != null && isLoopback(withoutPort(header));
    }

    /** Whether an {@code Origin} and a {@code Host} are two names of this machine with the same port. */
    static boolean isSameServer(String origin, String host) {
        try {
            URI page = new URI(origin);
            URI server = new URI("http://" + host);
            return isLoopback(page.getHost()) && isLoopback(server.getHost()) && page.getPort() == server.getPort();
        } catch (URISyntaxException e) {
            return false;
        }
    }

    /** The name or address of a {@code Host} header. */
    static String withoutPort(String header) {
        return PORT.matcher(header).replaceFirst("");
    }
}
