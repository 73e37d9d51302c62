// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.callback;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where a callback may go (contract 9). */
class AddressPolicyTest {

    private static final AddressPolicy LITE = AddressPolicy.of("lite", new String[0]);
    private static final AddressPolicy PRO = AddressPolicy.of("pro", new String[]{" Hooks.Example ", ""});

    @ParameterizedTest
    @ValueSource(strings = {"169.254.169.254", "fe80::1", "::ffff:169.254.169.254", "::169.254.169.254",
            "64:ff9b::a9fe:a9fe", "2002:a9fe:a9fe::1"})
    void linkLocalIsNeverCalledHoweverItIsWritten(String address) throws UnknownHostException {
        assertThat(objection(LITE, "h", address)).contains("link-local");
        assertThat(objection(PRO, "hooks.example", address)).contains("link-local");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0", "0.1.2.3", "::", "224.0.0.1", "ff02::1", "255.255.255.255"})
    void nobodysAddressIsNeverCalled(String address) throws UnknownHostException {
        assertThat(objection(LITE, "h", address)).contains("nobody's");
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "::1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "100.64.0.1", "fd00::1",
            "::ffff:10.1.2.3"})
    void privateIsForLiteAndForHostsThatAreListed(String address) throws UnknownHostException {
        assertThat(objection(LITE, "h", address)).isNull();
        assertThat(objection(PRO, "h", address)).contains("callbacks.allowed_hosts");
        assertThat(objection(PRO, "HOOKS.example", address)).isNull();
    }

    @Test
    void publicIsForAll() throws UnknownHostException {
        assertThat(objection(PRO, "h", "93.184.216.34")).isNull();
        assertThat(objection(PRO, "h", "2606:2800:220:1::1")).isNull();
        assertThat(objection(PRO, "h", "100.128.0.1")).isNull();
    }

    private static String objection(AddressPolicy policy, String host, String address) throws UnknownHostException {
        return policy.objection(host, InetAddress.getByName(address));
    }
}
