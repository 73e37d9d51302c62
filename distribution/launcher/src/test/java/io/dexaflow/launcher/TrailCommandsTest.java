// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.launcher.client.FakeHost;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** {@code why} and {@code mark}, against a host that says what the test tells it to. */
class TrailCommandsTest {

    private static final String WHY = "/dexaflow/v1/why/sales/manual__1/load";
    private static final String TASK = "/api/v2/dags/sales/dagRuns/manual__1/taskInstances/load";

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir private Path folder;
    private FakeHost host;

    @BeforeEach
    void start() throws IOException {
        host = new FakeHost(folder);
    }

    @AfterEach
    void stop() {
        host.close();
    }

    @Test
    void whyIsALineForEachDecisionWithItsTimeInUtc() {
        host.says(WHY, 200, told(
                entry("2026-01-31T18:02:30.123456Z", "dispatcher queued it", 1, "2026-01-31T18:02:30Z"),
                entry("2026-01-31T18:02:31Z", "agent-lost deferred (agent_lost_process_alive): agent 4711 is alive", 12,
                        "2026-01-31T18:08:31.9Z"),
                entry("2026-02-01T07:00:00Z", "agent said that it failed:\\nline two\\u001b[2J", 1,
                        "2026-02-01T07:00:00Z")));

        assertThat(dexaflow("why", "sales", "manual__1", "load")).isZero();
        assertThat(out.toString().lines()).containsExactly("2026-01-31T18:02:30Z dispatcher queued it",
                "2026-01-31T18:02:31Z agent-lost deferred (agent_lost_process_alive): agent 4711 is alive"
                        + " (12 times, last 2026-01-31T18:08:31Z)",
                "2026-02-01T07:00:00Z agent said that it failed: line two?[2J", "Waits for its own end.");
    }

    @Test
    void whyOfATaskWithoutDecisionsSaysWhatItWaitsFor() {
        host.says(WHY, 200, told());

        assertThat(dexaflow("why", "sales", "manual__1", "load")).isZero();
        assertThat(out.toString().lines()).containsExactly("Waits for its own end.");
    }

    @Test
    void whyGivesTheApisJson() {
        host.says(WHY, 200, told(entry("2026-01-31T18:02:30Z", "dispatcher queued it", 1, "2026-01-31T18:02:30Z")));

        assertThat(dexaflow("why", "sales", "manual__1", "load", "--json")).isZero();
        assertThat(out.toString()).contains("\"waits_for\" : \"its own end\"",
                "\"sentence\" : \"dispatcher queued it\"");
    }

    @Test
    void whyEscapesIds() {
        host.says("/dexaflow/v1/why/sales/manual__2026-01-01T00%3A00%3A00%2B00%3A00/a%20b", 200, told());

        assertThat(dexaflow("why", "sales", "manual__2026-01-01T00:00:00+00:00", "a b")).isZero();
    }

    @ParameterizedTest
    @CsvSource({"404, 2", "401, 2", "503, 4"})
    void whyHasTheContractsExitCodes(int status, int exitCode) {
        host.says(WHY, status, "{\"detail\": \"in words\"}");

        assertThat(dexaflow("why", "sales", "manual__1", "load")).isEqualTo(exitCode);
        assertThat(err.toString()).contains("in words").doesNotContain("\tat ");
        assertThat(out.toString()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"success", "failed", "skipped"})
    void markGivesTheVerdict(String state) {
        host.says(TASK, 200, "{\"task_instances\": [], \"total_entries\": 0}");

        assertThat(dexaflow("mark", "sales", "manual__1", "load", state)).isZero();
        assertThat(host.requests()).containsExactly("PATCH " + TASK + " {\"new_state\":\"" + state + "\"}");
        assertThat(out.toString().strip()).isEqualTo("load is " + state + ".");
    }

    @ParameterizedTest
    @CsvSource({"404, 2", "409, 2", "422, 2", "503, 4"})
    void refusedMarkHasTheContractsExitCodes(int status, int exitCode) {
        host.says(TASK, status, "{\"detail\": \"in words\"}");

        assertThat(dexaflow("mark", "sales", "manual__1", "load", "failed")).isEqualTo(exitCode);
        assertThat(err.toString()).contains("in words");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void anotherStateIsRefusedBeforeAnyoneIsAsked() {
        assertThat(dexaflow("mark", "sales", "manual__1", "load", "running")).isEqualTo(2);
        assertThat(err.toString()).contains("success, failed, skipped");
        assertThat(host.requests()).isEmpty();
    }

    private int dexaflow(String... words) {
        String[] args = Arrays.copyOf(words, words.length + 2);
        args[words.length] = "--home";
        args[words.length + 1] = host.home().root().toString();
        CommandLine commands = Main.commandLine();
        commands.setOut(new PrintWriter(out, true));
        commands.setErr(new PrintWriter(err, true));
        return commands.execute(args);
    }

    private static String told(String... entries) {
        return "{\"state\": \"running\", \"try_number\": 1, \"epoch\": 2, \"entries\": [" + String.join(",", entries)
                + "], \"waits_for\": \"its own end\"}";
    }

    private static String entry(String at, String sentence, int count, String last) {
        return "{\"at\": \"" + at + "\", \"actor\": \"a\", \"label\": \"l\", \"sentence\": \"" + sentence
                + "\", \"evidence\": {}, \"try_number\": 1, \"epoch\": 2, \"count\": " + count + ", \"last_at\": \""
                + last + "\"}";
    }
}
