// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.callback;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Where a callback may go (contract 9). It looks at addresses and not at names, and what is connected to is an address that
 * was looked at: a name cannot mean another one between the two.
 *
 * @param privateAllowed whether private and loopback addresses are allowed whatever the host's name, as in Lite
 * @param allowedHosts hosts, in lower case, that may have private addresses
 */
record AddressPolicy(boolean privateAllowed, Set<String> allowedHosts) {

    static AddressPolicy of(String edition, String[] allowedHosts) {
        return new AddressPolicy("lite".equals(edition),
                Arrays.stream(allowedHosts)
                        .map(host -> host.strip().toLowerCase(Locale.ROOT))
                        .filter(host -> !host.isEmpty())
                        .collect(Collectors.toUnmodifiableSet()));
    }

    /** Why an address must not be called; null when it may be. */
    String objection(String host, InetAddress address) {
        InetAddress meant = embedded(address);
        if (meant.isLinkLocalAddress()) {
            return "is link-local, which is never called";
        }
        if (meant.isAnyLocalAddress() || meant.isMulticastAddress() || isReserved(meant)) {
            return "is nobody's address";
        }
        if (isPrivate(meant) && !privateAllowed && !allowedHosts.contains(host.toLowerCase(Locale.ROOT))) {
            return "is private; list the host in callbacks.allowed_hosts if it may be called";
        }
        return null;
    }

    private static boolean isPrivate(InetAddress address) {
        byte[] bytes = address.getAddress();
        boolean carrierGrade = bytes.length == 4 && bytes[0] == 100 && (bytes[1] & 0xc0) == 64;
        boolean uniqueLocal = bytes.length == 16 && (bytes[0] & 0xfe) == 0xfc;
        return address.isLoopbackAddress() || address.isSiteLocalAddress() || carrierGrade || uniqueLocal;
    }

    /** 0.0.0.0/8 is "this host" to some systems, 240.0.0.0/4 is unassigned. */
    private static boolean isReserved(InetAddress address) {
        byte[] bytes = address.getAddress();
        return bytes.length == 4 && (bytes[0] == 0 || (bytes[0] & 0xf0) == 0xf0);
    }

    /** The IPv4 address that an IPv6 address stands for: mapped, compatible, translated (NAT64) or tunnelled (6to4). */
    private static InetAddress embedded(InetAddress address) {
        if (!(address instanceof Inet6Address)) {
            return address;
        }
        byte[] bytes = address.getAddress();
        if ((bytes[0] & 0xff) == 0x20 && bytes[1] == 0x02) {
            return v4(bytes, 2);
        }
        boolean translated =
                bytes[0] == 0 && bytes[1] == 0x64 && (bytes[2] & 0xff) == 0xff && (bytes[3] & 0xff) == 0x9b;
        boolean compatible = zero(bytes, 0, 12) && !zero(bytes, 12, 15);
        return translated || compatible ? v4(bytes, 12) : address;
    }

    private static boolean zero(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            if (bytes[i] != 0) {
                return false;
            }
        }
        return true;
    }

    private static InetAddress v4(byte[] bytes, int from) {
        try {
            return Inet4Address.getByAddress(Arrays.copyOfRange(bytes, from, from + 4));
        } catch (UnknownHostException impossible) {
            throw new IllegalStateException("four bytes are an address", impossible);
        }
    }
}
