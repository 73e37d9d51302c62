// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.http;

import java.util.List;
import java.util.Locale;

/**
 * The names under which the host may be asked, and the pages that may ask it. A page elsewhere whose name was made to
 * point here (DNS rebinding) is told by its {@code Host}, one that sends requests across sites by its {@code Origin}.
 *
 * @param loopbackOnly whether the server listens on loopback, so that any other name in {@code Host} is a trick
 * @param hosts further names, with or without a port, in lower case
 * @param origins further origins, as {@code https://dexaflow.example}, in lower case
 */
record OwnNames(boolean loopbackOnly, List<String> hosts, List<String> origins) {

    OwnNames {
        hosts = lowerCase(hosts);
        origins = lowerCase(origins);
    }

    /** Whether this {@code Host} is one of ours; without a list, a server that everybody reaches answers to any. */
    boolean isOwnHost(String host) {
        if (Loopback.isLoopbackHost(host) || !loopbackOnly && hosts.isEmpty()) {
            return true;
        }
        String name = String.valueOf(host).toLowerCase(Locale.ROOT);
        return hosts.contains(name) || hosts.contains(Loopback.withoutPort(name));
    }

    /** Whether a page of this {@code Origin} may ask under this {@code Host}. */
    boolean isOwnOrigin(String origin, String host) {
        String page = origin.toLowerCase(Locale.ROOT);
        String name = String.valueOf(host).toLowerCase(Locale.ROOT);
        return page.equals("http://" + name) || page.equals("https://" + name) || origins.contains(page)
                || Loopback.isSameServer(page, name);
    }

    private static List<String> lowerCase(List<String> names) {
        return names.stream().map(name -> name.strip().toLowerCase(Locale.ROOT)).toList();
    }
}
