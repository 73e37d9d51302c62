// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.itest.lite;

import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.itest.support.Answer;
import io.dexaflow.itest.support.Dags;
import io.dexaflow.itest.support.LiteHost;
import io.dexaflow.itest.support.Processes;
import io.dexaflow.itest.support.RunKey;
import io.dexaflow.itest.support.Waits;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a task's process gets and what becomes of what it does (contract 3). */
class TasksIT {

    private static final String PASSWORD = "Tr0ub4dor&3-not-to-be-seen";

    @RegisterExtension static final LiteHost host = LiteHost.fresh("tasks")
            .with(Map.of(
                    "DEXAFLOW_CFG_IO_DEXAFLOW_GATEWAY__LOGS_MAX_MB", "2",
                    "DEXAFLOW_CFG_IO_DEXAFLOW_EXECUTORS_SUBPROCESS__SUBPROCESS_INHERIT_ENV", "IT_INHERITED",
                    "IT_INHERITED", "by name", "IT_NOT_INHERITED", "leak", "IT_PASSWORD", PASSWORD, "LC_TIME", "C"));

    private static RunKey ended(String name, String yaml, String verdict) {
        return ended(name, yaml, verdict, Map.of());
    }

    private static RunKey ended(String name, String yaml, String verdict, Map<String, Object> conf) {
        RunKey run = host.run(name, yaml, conf);
        assertThat(host.api().awaitEnd(run)).as(host.api().describe(run)).isEqualTo(verdict);
        return run;
    }

    private static Map<String, Object> row(RunKey run, String taskId) {
        return host.rows()
                .one("select t.* from dexaflow.task_instance t join dexaflow.dag_run r on r.id = t.run_id"
                        + " where r.dag_id = ? and r.run_id = ? and t.task_id = ?", run.dagId(), run.runId(), taskId);
    }

    private static String log(RunKey run, String taskId) {
        return host.api().log(run, taskId, 1);
    }

    @Test
    @DisplayName("D04: a megabyte on standard error and a word on standard output arrive whole")
    void bothStreamsArriveWhole() {
        RunKey run =
                ended("d04", Dags.oneTask("d04", "head -c 1048576 /dev/zero | tr '\\0' x >&2; echo ok"), "success");
        String log = log(run, "t");
        assertThat(log.chars().filter(c -> c == 'x').count()).isEqualTo(1_048_576);
        assertThat(log).contains("ok");
        assertThat((double) row(run, "t").get("duration")).isLessThan(5);
    }

    @Test
    @DisplayName("D05, D06, T114, T115, T117, T118: time limits, groups and who holds the output")
    void timeLimitsEndWholeGroupsAndNobodyHoldsAnAttemptUp() throws IOException {
        Path pids = Files.createDirectory(host.place().files().resolve("pids"));
        String note = "echo $$ > " + pids + "/$DEXAFLOW_TASK_ID; ";
        String limit = "execution_timeout_seconds: 3";
        RunKey run = ended("limits", "dag_id: limits\ntasks:\n"
                + Dags.task("d05", note + "trap '' TERM; sleep 60", limit)
                + Dags.task("d06", note + "sh -c 'sleep 60 | cat' & wait", limit)
                + Dags.task("t115", note + "setsid sleep 61 & sleep 60", limit)
                + Dags.task("t118", note + "sleep 62 & echo done"), "failed");

        for (String task : List.of("d05", "d06", "t115")) {
            Map<String, Object> row = row(run, task);
            assertThat(row).as(task)
                    .containsEntry("state", "failed")
                    .containsEntry("last_failure_kind", "app")
                    .containsEntry("error_message", "execution_timeout: task exceeded 3s limit");
            assertThat((double) row.get("duration")).as(task).isBetween(3.0, 15.0);
            assertThat(log(run, task)).as(task).contains("execution_timeout: task exceeded 3s limit");
        }
        assertThat(row(run, "t118")).containsEntry("state", "success").containsEntry("exit_code", 0);
        assertThat((double) row(run, "t118").get("duration")).isLessThan(15);
        for (String task : List.of("d05", "d06", "t115", "t118")) {
            long group = Long.parseLong(Files.readString(pids.resolve(task)).strip());
            Waits.until("the group of " + task + " is gone", () -> Processes.inGroup(group).isEmpty());
        }
        // The one that left the group is not reached, by design; we have started it, so we end it.
        Processes.of(host.place().root())
                .stream()
                .filter(seen -> seen.words().equals("sleep 61"))
                .forEach(seen -> Processes.signal("KILL", seen.pid()));
    }

    @Test
    @DisplayName("T126: the environment is the contract's and no more, and never a token")
    void environmentIsWhatTheContractListsAndNoMore() throws IOException {
        RunKey run = ended("environment", """
                dag_id: environment
                params: {region: emea}
                tasks:
                  - task_id: t
                    command: ["env"]
                    env: {REGION: "{{ params.region }}"}
                """, "success", Map.of("extra", 1));
        List<String> lines = log(run, "t").lines().toList();
        assertThat(lines).contains("REGION=emea", "IT_INHERITED=by name", "LC_TIME=C", "DEXAFLOW_DAG_ID=environment",
                "DEXAFLOW_RUN_ID=" + run.runId(), "DEXAFLOW_TASK_ID=t", "DEXAFLOW_TRY_NUMBER=1",
                "DEXAFLOW_PARAMS={\"region\":\"emea\",\"extra\":1}");
        assertThat(lines.stream().map(line -> line.substring(0, Math.max(0, line.indexOf('='))))).allMatch(name -> name
                .matches("PATH|HOME|USER|LANG|LC_\\w+|TZ|TMPDIR|REGION|IT_INHERITED|DEXAFLOW_(DAG_ID|RUN_ID|TASK_ID"
                        + "|TRY_NUMBER|LOGICAL_DATE|PARAMS|RETURN_VALUE_FILE|XCOM_DIR|EXTRA_LINKS_FILE|RESCHEDULE_FILE)"));
        for (Path secret : secretsOfTheHome()) {
            assertThat(log(run, "t")).doesNotContain(Files.readString(secret).strip());
        }
    }

    @Test
    @DisplayName("T126: a variable with the platform's prefix is refused before it could replace anything")
    void authorCannotSetThePlatformsVariables() {
        Path file = Dags.write(host.place().files(), "forged", Dags.oneTask("forged", "true",
                "env: {DEXAFLOW_TOKEN: forged}"));
        Answer answer = host.api().post("/dexaflow/v1/runs", Map.of("file", file.toString()));
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text()).contains("forged.dag.yaml:6", "DEXAFLOW_TOKEN", "reserved");
    }

    private static List<Path> secretsOfTheHome() throws IOException {
        try (Stream<Path> files = Files.walk(host.place().home().resolve("agents"))) {
            return Stream.concat(Stream.of(host.place().home().resolve("token")),
                    files.filter(file -> file.toString().endsWith(".token"))).toList();
        }
    }

    @Test
    void workingFolderIsTheFilesOrTheOneNamed() {
        RunKey run = ended("folders", """
                dag_id: folders
                tasks:
                  - {task_id: default, command: [pwd]}
                  - {task_id: named, command: [pwd], working_dir: /usr}
                """, "success");
        assertThat(log(run, "default").strip()).isEqualTo(host.place().files().toString());
        assertThat(log(run, "named").strip()).isEqualTo("/usr");
    }

    @Test
    void valuesAreSubstitutedAsOneArgumentAndNothingElseIsEvaluated() {
        RunKey run = ended("values", """
                dag_id: values
                params: {word: default, list: [1, 2], nested: {deep: below}}
                tasks:
                  - task_id: t
                    command: [printf, '<%s>\\n', "{{ params.word }}", "{{ params.list }}", "{{ params.nested.deep }}",
                      "{{ run_id }}", "{{ dag_id }}", "{{ task_id }}", "{{ try_number }}", "{{ '{{' }}x}}", "$HOME"]
                """, "success", Map.of("word", "two words; $(date) `id` \"quoted\""));
        assertThat(log(run, "t").lines()).containsExactly("<two words; $(date) `id` \"quoted\">", "<[1,2]>", "<below>",
                "<" + run.runId() + ">", "<values>", "<t>", "<1>", "<{{x}}>", "<$HOME>");
    }

    @Test
    void datesAreThoseOfTheRun() {
        Dags.write(host.place().dags(), "dates", """
                dag_id: dates
                tasks:
                  - {task_id: t, command: [echo, "{{ ds }}", "{{ logical_date }}"]}
                """);
        Waits.until("the DAG is imported", () -> host.api().ask("/api/v2/dags/dates").status() == 200);
        String runId = host.dexaflow("trigger", "dates", "--logical-date", "2026-03-04T05:06:07Z", "--wait")
                .run()
                .lastLine();
        assertThat(log(new RunKey("dates", runId), "t").strip()).isEqualTo("2026-03-04 2026-03-04T05:06:07Z");
    }

    @Test
    void valuesGoFromTaskToTask() {
        RunKey run = ended("xcom", """
                dag_id: xcom
                tasks:
                  - task_id: produce
                    bash: |
                      echo '{"rows": 12345678901234567890}' > "$DEXAFLOW_RETURN_VALUE_FILE"
                      echo '"by key"' > "$DEXAFLOW_XCOM_DIR/word"
                  - task_id: consume
                    depends_on: [produce]
                    env: {WORD: "{{ xcom('produce', 'word') }}"}
                    command: [sh, -c, 'echo "$WORD" "$1"', sh, "{{ xcom('produce', 'return_value') }}"]
                """, "success");
        assertThat(log(run, "consume").strip()).isEqualTo("by key {\"rows\":12345678901234567890}");
        assertThat(host.api().xcom(run, "produce", "word").asText()).isEqualTo("by key");
    }

    @Test
    void missingValueFailsTheAttemptInWords() {
        RunKey run = ended("no-value", """
                dag_id: no_value
                tasks:
                  - {task_id: produce, command: ["true"]}
                  - {task_id: consume, depends_on: [produce], command: [echo, "{{ xcom('produce', 'word') }}"]}
                """, "failed");
        assertThat((String) row(run, "consume").get("error_message")).contains("xcom('produce', 'word')");
    }

    @Test
    void linksAreKeptIfTheyAreWebLinks() {
        RunKey run = ended("links", Dags.oneTask("links", "echo '{\"report\": \"https://example.org/r/1\", \"bad\":"
                + " \"javascript:alert(1)\"}' > \"$DEXAFLOW_EXTRA_LINKS_FILE\""), "success");
        assertThat(row(run, "t").get("links").toString()).contains("https://example.org/r/1")
                .doesNotContain("javascript");
    }

    @Test
    void outputThatIsNoRegularFileFailsTheAttempt() {
        RunKey run = ended("link-out", Dags.oneTask("link_out",
                "ln -s /etc/passwd \"$DEXAFLOW_RETURN_VALUE_FILE\""), "failed");
        assertThat((String) row(run, "t").get("error_message")).contains("output");
        assertThat(host.api().ask(run.path() + "/taskInstances/t/xcomEntries/return_value").status()).isEqualTo(404);
    }

    @Test
    void exitCode99SkipsAndWhatFollowsIsSkippedToo() {
        RunKey run = ended("skips", "dag_id: skips\ntasks:\n" + Dags.task("first", "exit 99")
                + Dags.task("second", "true", "depends_on: [first]")
                + Dags.task("third", "true", "depends_on: [first]", "trigger_rule: all_done"), "success");
        assertThat(host.api().taskState(run, "first")).isEqualTo("skipped");
        assertThat(host.api().taskState(run, "second")).isEqualTo("skipped");
        assertThat(host.api().taskState(run, "third")).isEqualTo("success");
    }

    @Test
    @DisplayName("T93 (one poke), T121: exit code 75 pokes again at its time and uses no try; without a time it fails")
    void rescheduleWaitsForItsTimeAndUsesNoTry() {
        Path poked = host.place().files().resolve("poked");
        RunKey run = ended("pokes", "dag_id: pokes\ntasks:\n" + Dags.task("sensor", "if [ -e " + poked
                + " ]; then exit 0; fi\ntouch " + poked + "\ndate -u -d '+2 seconds' +%Y-%m-%dT%H:%M:%SZ >"
                + " \"$DEXAFLOW_RESCHEDULE_FILE\"\nexit 75") + Dags.task("timeless", "exit 75"), "failed");
        Map<String, Object> row = row(run, "sensor");
        assertThat(row).containsEntry("state", "success")
                .containsEntry("try_number", 1)
                .containsEntry("infra_attempts", 0);
        assertThat(row.get("first_reschedule_at")).isNotNull();
        assertThat(row(run, "timeless")).containsEntry("state", "failed").containsEntry("exit_code", 75);
    }

    @Test
    @DisplayName("T92: a retry waits for its delay, and not a moment less")
    void retryWaitsForItsDelay() {
        RunKey run = ended("retries", Dags.oneTask("retries", "echo try $DEXAFLOW_TRY_NUMBER\n"
                + "test $DEXAFLOW_TRY_NUMBER = 2", "retries: 1", "retry_delay_seconds: 2"), "success");
        assertThat(row(run, "t")).containsEntry("try_number", 2).containsEntry("max_tries", 2);
        double waited = ((Number) host.rows()
                .one("select extract(epoch from t.started_at - h.ended_at) as s from"
                        + " dexaflow.task_instance t join dexaflow.task_instance_history h on h.task_instance_id = t.id"
                        + " where t.dag_id = 'retries' and h.try_number = 1")
                .get("s")).doubleValue();
        assertThat(waited).isGreaterThanOrEqualTo(2);
        assertThat(host.api().log(run, "t", 1)).contains("try 1");
        assertThat(host.api().log(run, "t", 2)).contains("try 2");
    }

    @Test
    void failureSaysHowTheProcessEnded() {
        RunKey run = ended("ends", "dag_id: ends\ntasks:\n" + Dags.task("code", "exit 7")
                + Dags.task("signal", "kill -KILL $$") + """
                          - {task_id: nobody, command: [no-such-program]}
                          - {task_id: nowhere, command: ["true"], working_dir: /no/such/folder}
                        """, "failed");
        assertThat(row(run, "code")).containsEntry("exit_code", 7).containsEntry("last_failure_kind", "app");
        assertThat(row(run, "signal").get("error_message").toString()).contains("signal 9");
        assertThat(row(run, "nobody")).containsEntry("exit_code", 127);
        assertThat(row(run, "nobody").get("error_message").toString()).contains("no-such-program");
        assertThat(row(run, "nowhere").get("error_message").toString()).contains("/no/such/folder");
    }

    @Test
    void secretsReachTheTaskAndNothingElse() throws IOException {
        Path file = Files.writeString(host.place().files().resolve("secret.txt"), "file-" + PASSWORD + "\n");
        RunKey run = ended("secrets", Dags.oneTask("secrets", "echo \"<$DB>\" \"<$FILE>\"\n"
                + "printf %s \"$DB\" | head -c 5; sleep 0.1; printf %s \"$DB\" | tail -c +6; echo\n"
                + "test \"$DB\" = '" + PASSWORD.substring(0, 5) + "'\"$(printf %s \"$DB\" | tail -c +6)\"",
                "secrets: {DB: {env: IT_PASSWORD}, FILE: {file: " + file + "}}"), "success");
        assertThat(log(run, "t")).contains("***").doesNotContain(PASSWORD);
        for (String table : List.of("dag_version", "task_instance", "task_instance_history", "decision", "dag_run")) {
            assertThat(host.rows()
                    .list("select 1 from dexaflow." + table + " x where x::text like '%'||?||'%'",
                            PASSWORD))
                    .as(table)
                    .isEmpty();
        }
        try (Stream<Path> logs = Files.walk(host.place().home().resolve("logs"))) {
            assertThat(logs.filter(Files::isRegularFile)).allMatch(log -> !raw(log).contains(PASSWORD));
        }
    }

    private static String raw(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void secretThatIsNotThereFailsTheAttemptByName() {
        RunKey run = ended("no-secret", Dags.oneTask("no_secret", "true", "secrets: {DB: {env: IT_NOBODY_SET_THIS}}"),
                "failed");
        assertThat(row(run, "t").get("error_message").toString()).contains("IT_NOBODY_SET_THIS");
    }

    @Test
    @DisplayName("D23 (without the kill): bytes 0..255 are kept as they are, and the API shows what text can show")
    void rawBytesAreKept() throws IOException {
        RunKey run = ended("bytes", Dags.oneTask("bytes", "for i in $(seq 0 255); do printf \"\\\\x$(printf %02x $i)\";"
                + " done; printf END"), "success");
        String path = run.path() + "/taskInstances/t/logs/1";
        assertThat(host.api().text(path).status()).isEqualTo(200);
        assertThat(host.api().text(path).text()).contains("ABCDEFGHIJKLMNOPQRSTUVWXYZ").endsWith("END");
        assertThat(host.api().ask(path).ok().json().toString()).contains("END");
        byte[] all = new byte[259];
        for (int i = 0; i < 256; i++) {
            all[i] = (byte) i;
        }
        System.arraycopy("END".getBytes(StandardCharsets.US_ASCII), 0, all, 256, 3);
        Path file = logFile("bytes");
        assertThat(Arrays.equals(Files.readAllBytes(file), all)).as(file + " holds the bytes").isTrue();
    }

    private static Path logFile(String dagId) throws IOException {
        try (Stream<Path> files = Files.walk(host.place().home().resolve("logs/tasks").resolve(dagId))) {
            return files.filter(Files::isRegularFile).findFirst().orElseThrow();
        }
    }

    @Test
    void logStopsAtItsLimitAndTheTaskGoesOn() throws IOException {
        RunKey run = ended("chatty", Dags.oneTask("chatty", "head -c 5000000 /dev/zero | tr '\\0' y; echo; echo end"),
                "success");
        assertThat(Files.size(logFile("chatty"))).isBetween(2L << 20, (2L << 20) + 1000);
        assertThat(log(run, "t").lines().toList().getLast()).contains("limit").doesNotContain("end\n");
    }

    @Test
    void nothingATaskLeavesInItsGroupOutlivesIt() {
        RunKey run = ended("orphans", Dags.oneTask("orphans", "sleep 63 > /dev/null 2>&1 &\necho $$"), "success");
        long group = Long.parseLong(log(run, "t").strip());
        Waits.until("its group is gone", Duration.ofSeconds(5), () -> Processes.inGroup(group).isEmpty());
    }
}
