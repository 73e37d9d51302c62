// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.gateway.internal.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LogNamesTest {

    @ParameterizedTest
    @CsvSource({"daily_sales,daily_sales", "a.b-c,a.b-c", ".,%2E", "..,%2E.", ".hidden,%2Ehidden", "a/b,a%2Fb",
            "a%2Fb,a%252Fb", "'a b',a%20b", "é,%C3%A9", "~,%7E", "a\u0000b,a%00b"})
    void namesAreEncoded(String id, String name) {
        assertThat(LogNames.of(id)).isEqualTo(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "é", "/", "🙂", "a/", ".."})
    void longNamesAreCutAndHashed(String unit) {
        String id = unit.repeat(250);

        assertThat(LogNames.of(id)).hasSizeBetween(60, 100).matches("([A-Za-z0-9_.-]|%[0-9A-F]{2})+~[0-9a-f]{32}");
        assertThat(LogNames.of(id)).isNotEqualTo(LogNames.of(id + unit));
    }

    @Test
    void nameOfAHundredBytesIsKept() {
        assertThat(LogNames.of("x".repeat(100))).isEqualTo("x".repeat(100));
        assertThat(LogNames.of("x".repeat(101))).contains("~").hasSize(100);
    }

    @Test
    void differentIdsGetDifferentNames() {
        List<String> ids = List.of("", ".", "..", "...", "a", "A", "a/b", "a%2Fb", "a%252Fb", "a\\b", "%", "%25",
                "x".repeat(100), "x".repeat(101), LogNames.of("x".repeat(101)));

        assertThat(ids.stream().map(LogNames::of).collect(Collectors.toSet())).hasSameSizeAs(ids);
    }
}
