// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.executors.agent.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SecretMaskTest {

    @Test
    void nothingToHideIsNoMask() {
        assertThat(SecretMask.of(List.of())).isNull();
        assertThat(SecretMask.of(List.of(new byte[0]))).isNull();
    }

    @Test
    void valuesAreHiddenWhereverTheStreamIsCut() {
        String text = "ab hunter2 hunter22 hunterhunter2 hun";
        String expected = "ab *** ***2 hunter*** hun";
        for (int cut = 0; cut <= text.length(); cut++) {
            for (int next = cut; next <= text.length(); next++) {
                assertThat(masked(List.of("hunter2"), text, cut, next)).isEqualTo(expected);
            }
        }
    }

    @Test
    void theLongestValueWins() {
        for (int cut = 0; cut <= 9; cut++) {
            assertThat(masked(List.of("abc", "abcdef"), "abcdefabc", cut, cut)).isEqualTo("******");
        }
        assertThat(masked(List.of("abc", "abcdef"), "abcdex", 4, 5)).isEqualTo("***dex");
    }

    @Test
    void theLinesOfALongValueAreHiddenAsWell() {
        String key = "-----BEGIN KEY-----\nMIIEvQIBADANBg\nend\n";
        assertThat(masked(List.of(key), "x MIIEvQIBADANBg y end", 5, 9)).isEqualTo("x *** y end");
        assertThat(masked(List.of(key), "a" + key + "b", 5, 9)).isEqualTo("a***b");
    }

    @Test
    void whatCannotBeginAValueIsNotHeldBack() {
        SecretMask mask = SecretMask.of(List.of("secret".getBytes(StandardCharsets.UTF_8)));
        assertThat(mask.mask("hello s".getBytes(StandardCharsets.UTF_8))).asString().isEqualTo("hello ");
        assertThat(mask.mask("x\n".getBytes(StandardCharsets.UTF_8))).asString().isEqualTo("sx\n");
        assertThat(mask.flush()).isEmpty();
    }

    @Test
    void bytesThatAreNoSecretStayAsTheyAre() {
        byte[] bytes = new byte[100_000];
        new Random(7).nextBytes(bytes);
        SecretMask mask = SecretMask.of(List.of("a secret that is not in there".getBytes(StandardCharsets.UTF_8)));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int i = 0; i < bytes.length; i += 1000) {
            out.writeBytes(mask.mask(Arrays.copyOfRange(bytes, i, i + 1000)));
        }
        out.writeBytes(mask.flush());
        assertThat(out.toByteArray()).isEqualTo(bytes);
    }

    private static String masked(List<String> secrets, String text, int first, int second) {
        SecretMask mask = SecretMask.of(secrets.stream().map(s -> s.getBytes(StandardCharsets.UTF_8)).toList());
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(mask.mask(Arrays.copyOfRange(bytes, 0, Math.min(first, bytes.length))));
        out.writeBytes(mask.mask(Arrays.copyOfRange(bytes, first, Math.min(second, bytes.length))));
        out.writeBytes(mask.mask(Arrays.copyOfRange(bytes, second, bytes.length)));
        out.writeBytes(mask.flush());
        return out.toString(StandardCharsets.UTF_8);
    }
}
