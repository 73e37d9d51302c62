// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.http;

/**
 * Who asks.
 *
 * @param name for the audit; null for somebody who did not say
 * @param role what they may do; null for nothing but what is open
 * @param address where the request came from; null while that does not matter
 */
public record Caller(String name, Role role, String address) {

    /** Somebody known, wherever they ask from. */
    public Caller(String name, Role role) {
        this(name, role, null);
    }

    /** Whoever can read the home's {@code token}. */
    static final Caller HOME = new Caller("admin", Role.ADMIN);

    /** Somebody who bears no token. */
    static Caller nobody(String address) {
        return new Caller(null, null, address);
    }

    /** The same one, asking from there. */
    Caller at(String from) {
        return new Caller(name, role, from);
    }
}
