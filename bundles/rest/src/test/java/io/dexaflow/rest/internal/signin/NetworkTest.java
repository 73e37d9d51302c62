// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.signin;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NetworkTest {

    @ParameterizedTest
    @CsvSource({"127.0.0.1,127.0.0.1", "2001:db8:1:2:3:4:5:6,2001:db8:1:2:", "2001:db8:1:2::9,2001:db8:1:2:",
            "[2001:db8:1:2:0:0:0:9],2001:db8:1:2:", "::1,0:0:0:0:", "0:0:0:0:0:0:0:1,0:0:0:0:",
            "fe80::1%eth0,fe80:0:0:0:"})
    void addressesOfOneCustomerAreOne(String address, String network) {
        assertThat(Network.of(address)).isEqualTo(network);
    }
}
