// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.agent.AttemptLog.Chunk;
import io.dexaflow.model.AttemptId;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What every keeper of attempts' logs must keep. Extend it in the tests of an implementation. */
public abstract class AttemptLogContract {

    private static final String DAG = "täglich";

    private final AttemptId first = new AttemptId(UUID.randomUUID(), "a task", 1, 1);
    private final AttemptId second = new AttemptId(first.runId(), "a task", 1, 2);

    /** The log under test; the same one throughout a test. */
    protected abstract AttemptLog log();

    @Test
    public void whatTheAgentWroteIsReadByteForByte() throws IOException {
        byte[] bytes = {'o', 'k', '\n', (byte) 0xff, 0, '\n'};
        write(first, bytes);
        assertThat(all(1000, first)).isEqualTo(bytes);
    }

    @Test
    public void aLineOfThePlatformStandsOnALineOfItsOwn() throws IOException {
        write(first, "half a line".getBytes(StandardCharsets.UTF_8));
        log().append(DAG, first, "killed: agent_lost");
        assertThat(text(first).lines()).anyMatch("half a line"::equals).anyMatch(l -> l.endsWith("killed: agent_lost"));
    }

    @Test
    public void aMarkIsThereOnceHoweverOftenItIsMade() {
        log().markOnce(DAG, first, "killed: agent_lost");
        log().markOnce(DAG, first, "killed: agent_lost");
        assertThat(text(first).lines().filter(l -> l.endsWith("killed: agent_lost"))).hasSize(1);
    }

    @Test
    public void attemptsAreReadInTheOrderAskedFor() throws IOException {
        write(first, "one\n".getBytes(StandardCharsets.UTF_8));
        write(second, "two\n".getBytes(StandardCharsets.UTF_8));
        assertThat(text(first, second)).containsSubsequence("one", "two");
        assertThat(text(second)).contains("two").doesNotContain("one");
    }

    @Test
    public void piecesGoOnWhereTheLastOneEndedAndLoseNothing() throws IOException {
        byte[] bytes = "0123456789".repeat(100).getBytes(StandardCharsets.UTF_8);
        write(first, bytes);
        assertThat(all(7, first)).isEqualTo(bytes);
    }

    @Test
    public void whatIsNotThereIsEmptyAndAtItsEnd() {
        Chunk chunk = log().read(DAG, List.of(new AttemptId(UUID.randomUUID(), "t", 1, 1)), 0, 100);
        assertThat(chunk.bytes()).isEmpty();
        assertThat(chunk.end()).isTrue();
    }

    private void write(AttemptId attempt, byte[] bytes) throws IOException {
        Files.write(log().agentFile(DAG, attempt), bytes, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private String text(AttemptId... attempts) {
        return new String(all(1000, attempts), StandardCharsets.UTF_8);
    }

    private byte[] all(int limit, AttemptId... attempts) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Chunk chunk = new Chunk(new byte[0], 0, false);
        while (!chunk.end()) {
            chunk = log().read(DAG, List.of(attempts), chunk.next(), limit);
            assertThat(chunk.bytes().length).isLessThanOrEqualTo(limit);
            bytes.writeBytes(chunk.bytes());
        }
        return bytes.toByteArray();
    }
}
