// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.gateway.internal.log;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.dexaflow.agent.AttemptLog.Chunk;
import io.dexaflow.model.AttemptId;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileAttemptLogTest {

    private static final UUID RUN = UUID.fromString("00000000-0000-0000-0000-000000000001");
    private static final AttemptId FIRST = new AttemptId(RUN, "load", 1, 1);
    private static final AttemptId SECOND = new AttemptId(RUN, "load", 1, 2);

    @TempDir private Path root;

    private FileAttemptLog log;

    @BeforeEach
    void start() {
        log = new FileAttemptLog(root.resolve("tasks"));
    }

    @Test
    void agentsFileLiesWhereTheDesignPutsIt() {
        Path file = log.agentFile("sales", FIRST);

        assertThat(file).isEqualTo(root.resolve("tasks/sales/" + RUN + "/load/1.e1.agent.log"));
        assertThat(file.getParent()).isDirectory();
    }

    @ParameterizedTest
    @ValueSource(strings = {"..", ".", "a/../../b", "/etc/passwd", "🙂", "con:prn|?*", " ", "\u0000", "\n"})
    void oddNamesStayWithinTheFolder(String name) throws IOException {
        AttemptId attempt = new AttemptId(RUN, name, 1, 1);
        Path file = log.agentFile(name, attempt);
        Files.writeString(file, "out\n");
        log.append(name, attempt, "line");

        assertThat(file.normalize()).startsWith(root.resolve("tasks")).isEqualTo(file);
        assertThat(read(name, List.of(attempt))).isEqualTo("out\nline\n");
    }

    @Test
    void logThatIsNotThereIsEmpty() {
        Chunk chunk = log.read("sales", List.of(FIRST, SECOND), 0, 100);

        assertThat(chunk.bytes()).isEmpty();
        assertThat(chunk.next()).isZero();
        assertThat(chunk.end()).isTrue();
    }

    @Test
    void platformsLineBeginsAFreshLineAfterTheTasksLastBytes() throws IOException {
        write(FIRST, "END without newline");
        log.append("sales", FIRST, "agent_lost: no heartbeat for 90 s");

        assertThat(read("sales", List.of(FIRST)))
                .isEqualTo("END without newline\nagent_lost: no heartbeat for 90 s\n");
    }

    @Test
    void allBytesAreKeptAsTheyCame() throws IOException {
        byte[] all = new byte[256];
        for (int i = 0; i < 256; i++) {
            all[i] = (byte) i;
        }
        Files.write(log.agentFile("sales", FIRST), all);

        assertThat(log.read("sales", List.of(FIRST), 0, 1000).bytes()).isEqualTo(all);
    }

    @Test
    void markIsThereOnce() {
        log.markOnce("sales", FIRST, "agent_lost: x");
        log.markOnce("sales", FIRST, "agent_lost: x\n");
        log.markOnce("sales", FIRST, "agent_lost: y");

        assertThat(read("sales", List.of(FIRST))).isEqualTo("agent_lost: x\nagent_lost: y\n");
    }

    @Test
    void lineOfManyLinesBecomesOne() {
        log.append("sales", FIRST, "a\nb\r\nc");

        assertThat(read("sales", List.of(FIRST))).isEqualTo("a b c\n");
    }

    @Test
    void executionsFollowEachOtherWithAHeadingBetweenThem() throws IOException {
        write(FIRST, "one");
        write(SECOND, "two\n");

        assertThat(read("sales", List.of(FIRST, SECOND))).isEqualTo("one\n--- try 1, execution 2 ---\ntwo\n");
        assertThat(read("sales", List.of(SECOND))).isEqualTo("two\n");
    }

    @Test
    void executionWithoutALogHasNoHeading() throws IOException {
        write(SECOND, "two\n");

        assertThat(read("sales", List.of(FIRST, SECOND, new AttemptId(RUN, "load", 1, 3)))).isEqualTo("two\n");
    }

    @Test
    void linesKeepTheirPlaceWhileTheAgentGoesOnWriting() throws IOException {
        write(FIRST, "one\n");
        log.append("sales", FIRST, "dispatched again");
        long place = log.read("sales", List.of(FIRST), 0, 1000).next();
        write(FIRST, "two\n");

        Chunk rest = log.read("sales", List.of(FIRST), place, 1000);
        assertThat(new String(rest.bytes(), UTF_8)).isEqualTo("two\n");
        assertThat(read("sales", List.of(FIRST))).isEqualTo("one\ndispatched again\ntwo\n");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 1000})
    void piecesOfAnySizeMakeTheWhole(int size) throws IOException {
        write(FIRST, "one");
        log.append("sales", FIRST, "lost");
        write(FIRST, "late\nmore");
        log.append("sales", FIRST, "gone");
        write(SECOND, "two");

        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Chunk chunk;
        long from = 0;
        do {
            chunk = log.read("sales", List.of(FIRST, SECOND), from, size);
            assertThat(chunk.bytes()).hasSizeLessThanOrEqualTo(size);
            assertThat(chunk.next()).isEqualTo(from + chunk.bytes().length);
            out.writeBytes(chunk.bytes());
            from = chunk.next();
        } while (!chunk.end());
        assertThat(out.toString(UTF_8))
                .isEqualTo("one\nlost\nlate\nmore\ngone\n--- try 1, execution 2 ---\ntwo");
    }

    @Test
    void readingBeyondTheEndIsEmpty() throws IOException {
        write(FIRST, "one");

        Chunk chunk = log.read("sales", List.of(FIRST), 1000, 10);
        assertThat(chunk.bytes()).isEmpty();
        assertThat(chunk.next()).isEqualTo(3);
        assertThat(chunk.end()).isTrue();
    }

    @Test
    void tornLineOfAFullDiskIsLeftOut() throws IOException {
        log.append("sales", FIRST, "whole");
        Files.writeString(platformFile(FIRST), "0 torn", StandardOpenOption.APPEND);

        assertThat(read("sales", List.of(FIRST))).isEqualTo("whole\n");
    }

    @Test
    void lostAgentFileLeavesThePlatformsLines() throws IOException {
        write(FIRST, "one\n");
        log.append("sales", FIRST, "lost");
        Files.delete(log.agentFile("sales", FIRST));

        assertThat(read("sales", List.of(FIRST))).isEqualTo("lost\n");
    }

    @Test
    void folderThatCannotBeUsedFailsNobody() throws IOException {
        Files.createFile(root.resolve("file"));
        FileAttemptLog broken = new FileAttemptLog(root.resolve("file"));

        assertThatCode(() -> {
            broken.agentFile("sales", FIRST);
            broken.append("sales", FIRST, "line");
            broken.markOnce("sales", FIRST, "line");
        }).doesNotThrowAnyException();
        assertThat(broken.read("sales", List.of(FIRST), 0, 10).bytes()).isEmpty();
    }

    private void write(AttemptId attempt, String text) throws IOException {
        Files.writeString(log.agentFile("sales", attempt), text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private Path platformFile(AttemptId attempt) {
        return LogFiles.of(root.resolve("tasks"), "sales", attempt).platform();
    }

    private String read(String dagId, List<AttemptId> attempts) {
        return new String(log.read(dagId, attempts, 0, 100_000).bytes(), UTF_8);
    }
}
