// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.launcher.client.FakeHost;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
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
    void whyIsALineForEachDecisionUnderItsDay() {
        host.says(WHY, 200, told(entry(at(31, 18, 2, 30), "dispatcher queued it", 1, at(31, 18, 2, 30)),
                entry(at(31, 18, 2, 31), "agent-lost deferred (agent_lost_process_alive): agent 4711 is alive", 12,
                        at(31, 18, 8, 31)),
                entry(at(31, 23, 59, 59), "planner waited", 2, at(32, 0, 0, 1)),
                entry(at(32, 7, 0, 0), "agent said that it failed:\\nline two\\u001b[2J", 1, at(32, 7, 0, 0))));

        assertThat(dexaflow("why", "sales", "manual__1", "load")).isZero();
        assertThat(out.toString().lines()).containsExactly("2026-01-31", "18:02:30 dispatcher queued it",
                "18:02:31 agent-lost deferred (agent_lost_process_alive): agent 4711 is alive"
                        + " (12 times, last 18:08:31)",
                "23:59:59 planner waited (2 times, last 2026-02-01 00:00:01)", "2026-02-01",
                "07:00:00 agent said that it failed: line two?[2J", "Waits for its own end.");
    }

    @Test
    void whyOfATaskWithoutDecisionsSaysWhatItWaitsFor() {
        host.says(WHY, 200, told());

        assertThat(dexaflow("why", "sales", "manual__1", "load")).isZero();
        assertThat(out.toString().lines()).containsExactly("Waits for its own end.");
    }

    @Test
    void whyGivesTheApisJson() {
        host.says(WHY, 200, told(entry(at(31, 18, 2, 30), "dispatcher queued it", 1, at(31, 18, 2, 30))));

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

    /** A time of this machine's zone in January; the 32nd is the day after it. */
    private static Instant at(int day, int hour, int minute, int second) {
        return LocalDateTime.of(2026, 1, 1, hour, minute, second)
                .plusDays(day - 1)
                .atZone(ZoneId.systemDefault())
                .toInstant();
    }

    private static String told(String... entries) {
        return "{\"state\": \"running\", \"try_number\": 1, \"epoch\": 2, \"entries\": [" + String.join(",", entries)
                + "], \"waits_for\": \"its own end\"}";
    }

    private static String entry(Instant at, String sentence, int count, Instant last) {
        return "{\"at\": \"" + at + "\", \"actor\": \"a\", \"label\": \"l\", \"sentence\": \"" + sentence
                + "\", \"evidence\": {}, \"try_number\": 1, \"epoch\": 2, \"count\": " + count + ", \"last_at\": \""
                + last + "\"}";
    }
}
