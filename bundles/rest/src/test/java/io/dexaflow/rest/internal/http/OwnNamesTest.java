// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OwnNamesTest {

    private static final List<String> HOSTS = List.of("Flow.example", "other.example:8443");
    private static final OwnNames LOOPBACK = new OwnNames(true, HOSTS, List.of("https://portal.example"));

    @ParameterizedTest
    @CsvSource({"flow.example,true", "FLOW.example:99,true", "other.example:8443,true", "other.example,false",
            "evil.example,false", "localhost:1,true", "'',false", ",false", "flow.example.evil.example,false",
            "flow.example@evil.example,false", "evil.example:flow.example,false"})
    void namesThatAreAllowedAreHosts(String host, boolean isOwn) {
        assertThat(LOOPBACK.isOwnHost(host)).isEqualTo(isOwn);
        assertThat(new OwnNames(false, HOSTS, List.of()).isOwnHost(host)).isEqualTo(isOwn);
        assertThat(new OwnNames(false, List.of(), List.of()).isOwnHost(host)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"https://flow.example,flow.example,true", "http://flow.example:1,flow.example:1,true",
            "http://flow.example:1,flow.example:2,false", "https://portal.example,flow.example,true",
            "https://PORTAL.example,localhost:1,true", "http://portal.example,flow.example,false",
            "http://localhost:1,127.0.0.1:1,true", "http://localhost:1,127.0.0.1:2,false",
            "http://localhost,flow.example,false", "null,localhost,false", "file://,localhost,false",
            "http://localhost:1,,false"})
    void onlyPagesOfTheSameServerOrOfTheListMayAsk(String origin, String host, boolean isOwn) {
        assertThat(LOOPBACK.isOwnOrigin(origin, host)).isEqualTo(isOwn);
    }
}
