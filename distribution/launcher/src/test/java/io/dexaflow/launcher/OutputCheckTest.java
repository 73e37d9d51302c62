// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

class OutputCheckTest {

    private static final Path FULL = Path.of("/dev/full");

    private final ByteArrayOutputStream said = new ByteArrayOutputStream();

    @TempDir private Path folder;

    static boolean hasFullDevice() {
        return FULL.toFile().exists();
    }

    private int exitCode(Path file, int own) throws IOException {
        try (FileOutputStream stream = new FileOutputStream(file.toFile()); PrintStream out = new PrintStream(stream)) {
            out.println("a table");
            return OutputCheck.exitCode(own, out, stream, new PrintStream(said, true));
        }
    }

    @Test
    void whatHasArrivedChangesNothing() throws IOException {
        assertThat(exitCode(folder.resolve("out"), 0)).isZero();
        assertThat(said.toString()).isEmpty();
    }

    @Test
    @EnabledIf("hasFullDevice")
    void outputThatIsLostIsNoSuccess() throws IOException {
        assertThat(exitCode(FULL, 0)).isEqualTo(2);
        assertThat(said.toString()).contains("could not be written: No space left on device");
    }

    @Test
    @EnabledIf("hasFullDevice")
    void aFailureKeepsItsOwnExitCode() throws IOException {
        assertThat(exitCode(FULL, 1)).isEqualTo(1);
    }

    @Test
    void aReaderThatHasSeenEnoughIsNoError() throws Exception {
        Process reader = new ProcessBuilder("sh", "-c", "exec <&-; echo closed; exec sleep 60").start();
        try {
            assertThat(reader.inputReader().readLine()).isEqualTo("closed");
            OutputStream pipe = reader.getOutputStream();
            PrintStream out = new PrintStream(pipe, true);
            out.println("a table");

            assertThat(OutputCheck.exitCode(0, out, pipe, new PrintStream(said, true))).isZero();
            assertThat(out.checkError()).isTrue();
            assertThat(said.toString()).isEmpty();
        } finally {
            reader.destroyForcibly().waitFor();
        }
    }
}
