// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.dagfiles.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.dag.ParseResult;
import io.dexaflow.model.Callback;
import io.dexaflow.model.Dag;
import io.dexaflow.model.Limits;
import io.dexaflow.model.Placement;
import io.dexaflow.model.RetryPolicy;
import io.dexaflow.model.Schedule;
import io.dexaflow.model.SecretRef;
import io.dexaflow.model.Task;
import io.dexaflow.model.TriggerRule;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ValidDagTest {

    private static final Path FOLDER = Path.of("/srv/dags");

    private static Dag dag(String file, String text) {
        ParseResult result = DagReader.read(FOLDER.resolve(file), text.getBytes(StandardCharsets.UTF_8));
        assertThat(result).isInstanceOf(ParseResult.Parsed.class);
        assertThat(((ParseResult.Parsed) result).source()).isEqualTo(text);
        return ((ParseResult.Parsed) result).dag();
    }

    @Test
    void theContractsExampleBecomesTheDagItDescribes() {
        ParseResult result = new FileDagParser().parse(Path.of("src/test/resources/valid/daily_sales.yaml"));
        assertThat(result).isInstanceOf(ParseResult.Parsed.class);
        Dag dag = ((ParseResult.Parsed) result).dag();
        assertThat(dag.dagId()).isEqualTo("daily_sales");
        assertThat(dag.description()).isEqualTo("Loads yesterday's sales");
        assertThat(dag.schedule()).isEqualTo(new Schedule("0 5 * * *", ZoneId.of("Europe/London"),
                Instant.parse("2026-01-01T00:00:00Z"), null, false));
        assertThat(dag.limits()).isEqualTo(new Limits(16, 0));
        assertThat(dag.tags()).containsExactly("sales");
        assertThat(dag.params()).isEqualTo(Map.of("region", "emea"));
        assertThat(dag.onFailure()).isEqualTo(new Callback("http://127.0.0.1:9000/hook", List.of()));

        Task extract = dag.tasks().getFirst();
        assertThat(extract.work().command().argv()).containsExactly("python3", "extract.py");
        assertThat(extract.work().env()).isEqualTo(Map.of("REGION", "{{ params.region }}"));
        assertThat(extract.work().secrets())
                .isEqualTo(Map.of("DB_PASSWORD", new SecretRef("SALES_DB_PASSWORD", null, null)));
        assertThat(extract.work().workingDir()).isEqualTo("/srv/sales");
        assertThat(extract.work().executionTimeout()).isEqualTo(Duration.ofMinutes(10));
        assertThat(extract.retry())
                .isEqualTo(new RetryPolicy(3, Duration.ofMinutes(1), true, Duration.ofHours(1)));
        assertThat(extract.placement()).isEqualTo(new Placement("default_pool", 1, "subprocess", null, Map.of()));

        Task load = dag.tasks().getLast();
        assertThat(load.dependsOn()).containsExactly("extract");
        assertThat(load.triggerRule()).isEqualTo(TriggerRule.ALL_SUCCESS);
        assertThat(load.work().command().bash()).isEqualTo("./load.sh");
        assertThat(load.work().workingDir()).isEqualTo(Path.of("src/test/resources/valid").toAbsolutePath().toString());
        assertThat(load.retry()).isEqualTo(new RetryPolicy(2, Duration.ofSeconds(30), false, null));
        assertThat(load.placement().kubernetes()).containsEntry("image", "registry.example/sales:1")
                .containsEntry("termination_grace_period_seconds", 30L)
                .containsEntry("resources",
                        Map.of("requests", Map.of("cpu", "100m", "memory", "128Mi"), "limits",
                                Map.of("memory", "256Mi")));
    }

    @Test
    void whatIsNotSaidHasTheDocumentedDefault() {
        Dag dag = dag("a.yaml", "dag_id: x\ntasks:\n  - {task_id: a, bash: ls}\n");
        assertThat(dag).isEqualTo(new Dag("x", null, Schedule.MANUAL, Limits.DEFAULT, List.of(), Map.of(), null,
                dag.tasks()));
        Task task = dag.tasks().getFirst();
        assertThat(task.retry()).isEqualTo(new RetryPolicy(0, Duration.ofSeconds(300), false, null));
        assertThat(task.placement()).isEqualTo(Placement.DEFAULT);
        assertThat(task.triggerRule()).isEqualTo(TriggerRule.ALL_SUCCESS);
        assertThat(task.work().workingDir()).isEqualTo("/srv/dags");
        assertThat(task.work().executionTimeout()).isNull();
    }

    @Test
    void defaultArgumentsApplyWhereATaskSaysNothing() {
        Dag dag = dag("a.yaml", """
                dag_id: x
                default_args:
                  retries: 4
                  retry_delay_seconds: 0.5
                  start_timeout_seconds: 60
                  working_dir: data
                  trigger_rule: all_done
                  pool: small
                  env: {A: default, B: default, C: default}
                  secrets: {S: {file: /s}, D: {env: D}}
                  kubernetes: {image: base, labels: {a: b}}
                  on_failure_callback: {command: [notify, "{{ task_id }}"]}
                tasks:
                  - {task_id: plain, bash: ls}
                  - task_id: own
                    bash: ls
                    retries: 0
                    working_dir: ../other
                    env: {B: own, D: now-plain}
                    secrets: {C: {env: NOW_SECRET}}
                    kubernetes: {image: special}
                    on_failure_callback: {url: "https://example.org/"}
                """);
        Task plain = dag.tasks().getFirst();
        assertThat(plain.retry()).isEqualTo(new RetryPolicy(4, Duration.ofMillis(500), false, null));
        assertThat(plain.placement()).isEqualTo(new Placement("small", 1, null, Duration.ofMinutes(1),
                Map.of("image", "base", "labels", Map.of("a", "b"))));
        assertThat(plain.work().workingDir()).isEqualTo("/srv/dags/data");
        assertThat(plain.triggerRule()).isEqualTo(TriggerRule.ALL_DONE);
        assertThat(plain.onFailure()).isEqualTo(new Callback(null, List.of("notify", "{{ task_id }}")));
        Task own = dag.tasks().getLast();
        assertThat(own.retry().retries()).isZero();
        assertThat(own.work().workingDir()).isEqualTo("/srv/other");
        assertThat(own.work().env()).isEqualTo(Map.of("A", "default", "B", "own", "D", "now-plain"));
        assertThat(own.work().secrets()).containsOnlyKeys("S", "C");
        assertThat(own.placement().kubernetes()).containsEntry("image", "special").containsKey("labels");
        assertThat(own.onFailure()).isEqualTo(new Callback("https://example.org/", List.of()));
    }

    @Test
    void tasksComeAfterTheirUpstreamsAndElseInTheFilesOrder() {
        Dag dag = dag("a.yaml", """
                dag_id: x
                tasks:
                  - {task_id: last, bash: ls, depends_on: [b, a, b]}
                  - {task_id: b, bash: ls, depends_on: [root]}
                  - {task_id: alone, bash: ls}
                  - {task_id: a, bash: ls, depends_on: [root]}
                  - {task_id: root, bash: ls}
                """);
        assertThat(dag.tasks()).extracting(Task::taskId).containsExactly("alone", "root", "b", "a", "last");
        assertThat(dag.tasks().getLast().dependsOn()).containsExactly("b", "a");
    }

    @Test
    void plainValuesStayAsTheyAreWritten() {
        Dag dag = dag("a.yaml", """
                dag_id: x
                tasks:
                  - task_id: a
                    command: [sleep, 1.50, true, 0x10, yes]
                    env: {N: 007, T: true, E: ""}
                """);
        assertThat(dag.tasks().getFirst().work().command().argv()).containsExactly("sleep", "1.50", "true", "0x10",
                "yes");
        assertThat(dag.tasks().getFirst().work().env()).isEqualTo(Map.of("N", "007", "T", "true", "E", ""));
    }

    @Test
    void paramsKeepTheirJsonTypes() {
        String yaml = "dag_id: x\nparams: {a: 1, b: 1.5, c: [true, null], d: {e: 12345678901234567890}, f: no}\n"
                + "tasks: [{task_id: a, bash: ls}]\n";
        String json = "{\"dag_id\":\"x\",\"params\":{\"a\":1,\"b\":1.5,\"c\":[true,null],"
                + "\"d\":{\"e\":12345678901234567890},\"f\":\"no\"},\"tasks\":[{\"task_id\":\"a\",\"bash\":\"ls\"}]}";
        assertThat(dag("a.yaml", yaml)).isEqualTo(dag("a.json", json));
        assertThat(dag("a.yaml", yaml).params()).containsEntry("a", 1L)
                .containsEntry("b", 1.5)
                .containsEntry("f", "no");
    }

    @Test
    void jsonWithTabsIsReadWhateverItsName() {
        String json =
                "{\n\t\"dag_id\": \"x\",\n\t\"tasks\": [\n\t\t{\"task_id\": \"a\",\t\"bash\": \"echo \\ud83d\\ude00\"}\n\t]\n}\n";
        assertThat(dag("a.json", json).tasks().getFirst().work().command().bash()).isEqualTo("echo \ud83d\ude00");
        String spaces = json.replace('\t', ' ');
        assertThat(dag("a.yaml", spaces)).isEqualTo(dag("a.json", json));
    }

    @Test
    void aliasesRepeatWhatTheyName() {
        Dag dag = dag("a.yaml", """
                dag_id: x
                tasks:
                  - {task_id: a, bash: ls, env: &env {A: one}}
                  - {task_id: b, bash: ls, env: *env}
                """);
        assertThat(dag.tasks()).extracting(task -> task.work().env()).containsOnly(Map.of("A", "one"));
    }

    @Test
    void idsMayBeOfAnyScript() {
        Dag dag = dag("a.yaml", "dag_id: 日報.v2\ntasks: [{task_id: _größe-1, bash: ls}]\n");
        assertThat(dag.dagId()).isEqualTo("日報.v2");
        String longest = "a".repeat(250);
        assertThat(dag("a.yaml", "dag_id: " + longest + "\ntasks: [{task_id: a, bash: ls}]\n").dagId())
                .isEqualTo(longest);
    }

    @ParameterizedTest
    @CsvSource({"2026-03-01T10:00:00Z,2026-03-01T10:00:00Z", "2026-03-01T10:00:00+02:00,2026-03-01T08:00:00Z",
            "2026-03-01,2026-02-28T23:00:00Z", "2026-03-01T10:00:00,2026-03-01T09:00:00Z",
            "2026-03-01 10:00,2026-03-01T09:00:00Z"})
    void datesWithoutAnOffsetAreInTheDagsZone(String written, String instant) {
        Dag dag = dag("a.yaml", "dag_id: x\ntimezone: Europe/Paris\nstart_date: " + written
                + "\ntasks: [{task_id: a, bash: ls}]\n");
        assertThat(dag.schedule().startDate()).isEqualTo(Instant.parse(instant));
    }

    @ParameterizedTest
    @CsvSource(nullValues = "null", value = {"null,null", "'\"\"',null", "'\"@once\"',@once", "'\"@hourly\"',@hourly",
            "'\"  0   5 * *  MON-FRI \"',0 5 * * MON-FRI"})
    void scheduleMayBeAbsentOrEmpty(String written, String expression) {
        Dag dag = dag("a.yaml", "dag_id: x\nschedule: " + written + "\ntasks: [{task_id: a, bash: ls}]\n");
        assertThat(dag.schedule().expression()).isEqualTo(expression);
    }

    @Test
    void theLineEndsOfOtherSystemsAndAByteOrderMarkDoNoHarm() {
        String text = "\uFEFFdag_id: x\r\ntasks:\r\n  - task_id: a\r\n    bash: |\r\n      one\r\n      two\r\n";
        ParseResult result = DagReader.read(FOLDER.resolve("a.yaml"), text.getBytes(StandardCharsets.UTF_8));
        assertThat(((ParseResult.Parsed) result).dag().tasks().getFirst().work().command().bash())
                .isEqualTo("one\ntwo\n");
    }
}
