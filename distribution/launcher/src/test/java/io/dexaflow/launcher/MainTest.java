// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class MainTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int dexaflow(String... args) {
        CommandLine commands = Main.commandLine();
        commands.setOut(new PrintWriter(out));
        commands.setErr(new PrintWriter(err));
        return commands.execute(args);
    }

    @Test
    void everyCommandHasHelpAndVersion() {
        for (String command : Main.commandLine().getSubcommands().keySet()) {
            assertThat(dexaflow(command, "--help")).as(command).isZero();
            assertThat(dexaflow(command, "--version")).as(command).isZero();
        }
        assertThat(out.toString()).contains("Usage: dexaflow run", "Dexaflow " + Version.current());
    }

    @Test
    void aCommandThatDoesNotExistIsNamedAndTheNearestSuggested() {
        assertThat(dexaflow("rnu")).isEqualTo(2);
        assertThat(err.toString()).contains("there is no command rnu; did you mean run?", "dexaflow --help");
    }

    @Test
    void wrongUsageIsExitCode2WithoutAStackTrace() {
        assertThat(dexaflow()).isEqualTo(2);
        assertThat(dexaflow("run")).isEqualTo(2);
        assertThat(dexaflow("lite", "--port", "many")).isEqualTo(2);
        assertThat(dexaflow("lite", "--port", "70000")).isEqualTo(2);
        assertThat(dexaflow("why", "d", "r")).isEqualTo(2);
        assertThat(dexaflow("mark", "d", "r", "t")).isEqualTo(2);
        assertThat(dexaflow("mark", "d", "r", "t", "running")).isEqualTo(2);
        assertThat(dexaflow("trigger", "d", "--conf", "{x")).isEqualTo(2);
        assertThat(dexaflow("trigger", "d", "--logical-date", "yesterday")).isEqualTo(2);
        assertThat(err.toString()).doesNotContain("\tat ");
    }

    @Test
    void anEmptyFolderNameIsNotTheCurrentFolder() {
        assertThat(dexaflow("dags", "--home", "")).isEqualTo(2);
        assertThat(dexaflow("run", "--home", "", "x.yaml")).isEqualTo(2);
        assertThat(dexaflow("lite", "--dags", " ")).isEqualTo(2);
        assertThat(err.toString()).contains("--home needs a folder", "--dags needs a folder");
    }

    @Test
    void confIsOneObjectAndNothingElse() {
        for (String wrong : List.of("{\"a\": 1} trailing", "{\"a\": 1}{}", "{\"a\": 1}]", "[1]", "1", "", "{\"a\":")) {
            assertThat(dexaflow("trigger", "d", "--conf", wrong)).as(wrong).isEqualTo(2);
        }
        assertThat(err.toString()).contains("--conf is not valid JSON", "--conf must be a JSON object");
    }

    @Test
    void withoutAHostTheCommandsSaySo(@TempDir Path home) {
        for (String[] command : new String[][]{{"dags"}, {"runs"}, {"tasks", "d", "r"}, {"logs", "d", "r", "t"},
                {"why", "d", "r", "t"}, {"mark", "d", "r", "t", "failed"}, {"trigger", "d"}, {"doctor"}, {"stop"},
                {"shell", "lb"}}) {
            String[] args = java.util.Arrays.copyOf(command, command.length + 2);
            args[command.length] = "--home";
            args[command.length + 1] = home.toString();
            assertThat(dexaflow(args)).as(command[0]).isEqualTo(3);
        }
        assertThat(err.toString()).contains("no host is running on the home " + home);
    }
}
