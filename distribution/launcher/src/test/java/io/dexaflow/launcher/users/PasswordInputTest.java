// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.users;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dexaflow.launcher.CommandException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class PasswordInputTest {

    private static String read(String input) throws IOException {
        return new String(
                PasswordInput.fromStream(new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8))));
    }

    @Test
    void theFirstLineIsThePassword() throws IOException {
        assertThat(read("pässwörd 1\nmore\n")).isEqualTo("pässwörd 1");
        assertThat(read("no line end")).isEqualTo("no line end");
        assertThat(read("of windows\r\n")).isEqualTo("of windows");
        assertThat(read(" spaces \n")).isEqualTo(" spaces ");
    }

    @Test
    void noneOneThatIsTooLongAndBytesThatAreNoTextAreRefused() {
        for (String bad : new String[]{"", "\n", "x".repeat(1025), "x".repeat(100_000)}) {
            assertThatThrownBy(() -> read(bad)).isInstanceOf(CommandException.class);
        }
        assertThatThrownBy(() -> PasswordInput.fromStream(new ByteArrayInputStream(new byte[]{(byte) 0xff, 'x'})))
                .isInstanceOf(CommandException.class)
                .hasMessageContaining("UTF-8");
    }

    @Test
    void aMadeOneIsLongAndNeverTheSame() {
        String made = new String(PasswordInput.made());

        assertThat(made).matches("([a-z2-9]{6}-){3}[a-z2-9]{6}");
        assertThat(new String(PasswordInput.made())).isNotEqualTo(made);
    }
}
