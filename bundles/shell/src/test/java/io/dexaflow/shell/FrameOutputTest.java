// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class FrameOutputTest {

    private final ByteArrayOutputStream sent = new ByteArrayOutputStream();
    private final FrameOutput out = new FrameOutput(Channels.newChannel(sent));

    @Test
    void anAnswerEndsWithAZeroByteAndTheExitCode() throws IOException {
        out.begin();
        write("hello\n");
        out.end(0);
        out.begin();
        out.end(78);

        assertThat(sent).hasToString("hello\n\0000\n\00078\n");
    }

    @Test
    void aZeroByteInTheOutputDoesNotEndTheAnswer() throws IOException {
        out.begin();
        write("a\0b");
        out.write(0);
        out.end(0);

        assertThat(sent).hasToString("a?b?\0000\n");
    }

    @Test
    void whatComesBetweenAnswersIsDropped() throws IOException {
        write("early");
        out.begin();
        out.end(1);
        write("late");

        assertThat(sent).hasToString("\0001\n");
    }

    private void write(String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
    }
}
