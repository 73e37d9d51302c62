// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.dagfiles.internal.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.dexaflow.dag.ParseError;
import io.dexaflow.dag.ParseResult;
import io.dexaflow.dagfiles.internal.DagReader;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class FileTextTest {

    @TempDir Path folder;

    private ParseError onlyError(byte[] content) throws IOException {
        return onlyError(Files.write(folder.resolve("a.dag.yaml"), content));
    }

    private static ParseError onlyError(Path file) {
        ParseResult.Invalid invalid = (ParseResult.Invalid) DagReader.read(file);
        assertThat(invalid.errors()).hasSize(1);
        return invalid.errors().getFirst();
    }

    @Test
    void aFileOfTenMegabytesIsRefusedWithWords() throws IOException {
        Path file = folder.resolve("big.dag.yaml");
        try (RandomAccessFile big = new RandomAccessFile(file.toFile(), "rw")) {
            big.setLength(10 * 1024 * 1024);
        }
        assertThat(onlyError(file).message()).contains("larger than 2 MiB");
    }

    @Test
    void bytesThatAreNoUtf8AreRefusedAtTheirPlace() throws IOException {
        byte[] content = "dag_id: x\ndescription: caf\u00e9\n".getBytes(StandardCharsets.ISO_8859_1);
        assertThat(onlyError(content).toText("f"))
                .isEqualTo("f:2:17: is not UTF-8: byte 0xE9 at offset 26; save it as UTF-8");
    }

    @Test
    void aNulByteIsRefusedAtItsPlace() throws IOException {
        assertThat(onlyError("dag_id: x\nta\0sks".getBytes(StandardCharsets.UTF_8)).toText("f"))
                .isEqualTo("f:2:3: holds a NUL byte: this is not a text file");
    }

    @Test
    void binaryGarbageIsRefused() throws IOException {
        byte[] content = {0x7F, 'E', 'L', 'F', 2, 1, 1, 0, 0, (byte) 0xFF};
        assertThat(onlyError(content).message()).contains("not a text file");
    }

    @Test
    void utf16IsNamed() throws IOException {
        assertThat(onlyError("dag_id: x".getBytes(StandardCharsets.UTF_16)).message()).isEqualTo(
                "is UTF-16: save it as UTF-8");
    }

    @Test
    void aControlCharacterIsRefused() throws IOException {
        assertThat(onlyError("dag_id: x\u0007\n".getBytes(StandardCharsets.UTF_8)).message())
                .contains("not valid YAML");
    }

    @Test
    void whatIsNotThereOrNoFileIsSaid() {
        assertThat(onlyError(folder.resolve("none.yaml")).message()).isEqualTo("there is no such file");
        assertThat(onlyError(folder).message()).isEqualTo("is not a regular file");
    }

    @Test
    @Timeout(10)
    void aNamedPipeIsNotWaitedFor() throws Exception {
        Path pipe = folder.resolve("pipe.dag.yaml");
        Process mkfifo = new ProcessBuilder("mkfifo", pipe.toString()).start();
        assertThat(mkfifo.waitFor(5, TimeUnit.SECONDS)).isTrue();
        assertThat(onlyError(pipe).message()).isEqualTo("is not a regular file");
    }

    @Test
    void deepNestingIsRefused() throws IOException {
        String deep = "dag_id: x\nparams: {a: " + "[".repeat(100_000) + "\n";
        assertThat(onlyError(deep.getBytes(StandardCharsets.UTF_8)).message()).contains("nested more than 64 levels");
        Path json = Files.writeString(folder.resolve("deep.json"), "{\"a\":" + "[".repeat(100_000));
        assertThat(onlyError(json).message()).contains("nested more than 64 levels");
    }

    @Test
    void theTextIsWhatWasRead() {
        UnreadableException refusal = catchThrowableOfType(UnreadableException.class,
                () -> FileText.decode(new byte[]{'a', '\n', 'b', (byte) 0xC3}));
        assertThat(refusal.error().line()).isEqualTo(2);
        assertThat(refusal.error().column()).isEqualTo(2);
    }
}
