// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.signin;

/** Whom an address counts as: an IPv4 address itself, an IPv6 address its /64, which is one customer's to choose from. */
final class Network {

    private static final int GROUPS = 4;

    private Network() {}

    /** As the server writes addresses: without names, IPv6 with all of its eight groups or shortened. */
    static String of(String address) {
        String plain = address.replace("[", "").replace("]", "").split("%", 2)[0];
        if (!plain.contains(":")) {
            return plain;
        }
        int gap = plain.indexOf("::");
        String[] head = (gap < 0 ? plain : plain.substring(0, gap)).split(":");
        StringBuilder network = new StringBuilder();
        for (int i = 0; i < GROUPS; i++) {
            network.append(i < head.length && !head[i].isEmpty() ? head[i] : "0").append(':');
        }
        return network.toString();
    }
}
