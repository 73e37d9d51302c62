// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class CommandLinesTest {

    @Test
    void readsOneLineAfterTheOther() throws IOException {
        CommandLines lines = lines("lb\ndags --json ü\r\n\nrest without an end");

        assertThat(lines.next()).isEqualTo("lb");
        assertThat(lines.next()).isEqualTo("dags --json ü");
        assertThat(lines.next()).isEmpty();
        assertThat(lines.next()).as("half a command is not run").isNull();
    }

    @Test
    void aLineWithoutEndIsCutOff() {
        InputStream endless = new InputStream() {

            @Override
            public int read() {
                return 'x';
            }
        };

        assertThatThrownBy(() -> new CommandLines(endless).next()).isInstanceOf(IOException.class);
    }

    private static CommandLines lines(String text) {
        return new CommandLines(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }
}
