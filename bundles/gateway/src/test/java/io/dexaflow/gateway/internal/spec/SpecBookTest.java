// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.gateway.internal.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dexaflow.gateway.internal.MemoryAttempts;
import io.dexaflow.gateway.internal.OneDag;
import io.dexaflow.gateway.internal.SettableClock;
import io.dexaflow.gateway.internal.log.FileAttemptLog;
import io.dexaflow.gateway.internal.spec.SpecAnswer.Spec;
import io.dexaflow.gateway.internal.spec.SpecAnswer.Superseded;
import io.dexaflow.gateway.internal.spec.SpecAnswer.Unmakeable;
import io.dexaflow.model.AttemptId;
import io.dexaflow.model.Command;
import io.dexaflow.model.Dag;
import io.dexaflow.model.SecretRef;
import io.dexaflow.model.Task;
import io.dexaflow.model.Work;
import io.dexaflow.store.AttemptLedger.XComRef;
import io.dexaflow.store.StoreException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.assertj.core.api.Condition;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpecBookTest {

    private static final UUID RUN = UUID.fromString("00000000-0000-0000-0000-000000000001");
    private static final UUID VERSION = UUID.fromString("00000000-0000-0000-0000-000000000003");
    private static final AttemptId ATTEMPT = new AttemptId(RUN, "load", 2, 5);
    private static final Instant DAY = Instant.parse("2026-02-28T23:30:00Z");

    @TempDir private Path home;

    private final MemoryAttempts ledger = new MemoryAttempts(new SettableClock());
    private final Map<String, Object> params = new LinkedHashMap<>(Map.of("region", "emea", "count", 3, "ratio", 1.5,
            "on", true, "nested", Map.of("a", List.of(1, 2), "b", "x"), "evil", "$(rm -rf /); {{ run_id }}"));

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", value = {
            "plain|plain", "{{ params.region }}|emea", "<{{params.region}}>|<emea>", "{{ params.count }}|3",
            "{{ params.ratio }}|1.5", "{{ params.on }}|true", "{{ params.nested.a }}|[1,2]",
            "{{ params.nested }}|{\"a\":[1,2],\"b\":\"x\"}", "{{ params.nested.b }}|x", "{{ run_id }}|manual__1",
            "{{ dag_id }}.{{ task_id }}|sales.load", "{{ try_number }}|2",
            "{{ logical_date }}|2026-02-28T23:30:00Z", "{{ ds }}|2026-02-28",
            "{{ data_interval_start }}/{{ data_interval_end }}|2026-02-28T23:30:00Z/2026-03-01T23:30:00Z",
            "{{ '{{' }} x }}|{{ x }}", "{{ params.evil }}|$(rm -rf /); {{ run_id }}",
            "{{ xcom('extract', 'return_value') }}|a \"b\" $c", "{{ xcom('extract', 'rows') }}|[1.10,2]",
            "{{ xcom('extract', 'big') }}|12345678901234567890.5"})
    void templatesAreRendered(String text, String rendered) {
        ledger.xcoms.put(new XComRef("extract", "return_value"), "\"a \\\"b\\\" $c\"");
        ledger.xcoms.put(new XComRef("extract", "rows"), "[1.10, 2]");
        ledger.xcoms.put(new XComRef("extract", "big"), "12345678901234567890.5");
        Map<String, Object> nested = new LinkedHashMap<>();
        nested.put("a", List.of(1, 2));
        nested.put("b", "x");
        params.put("nested", nested);

        assertThat(spec(List.of("echo", text), Map.of("V", text)).process()).satisfies(process -> {
            assertThat(process.argv()).containsExactly("echo", rendered);
            assertThat(process.env()).containsEntry("V", rendered);
        });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"{{ params.missing }}|params.missing is not set",
            "{{ params.nothing }}|params.nothing is null", "{{ params.region.x }}|params.region.x is not set",
            "{{ xcom('extract', 'gone') }}|xcom('extract', 'gone') is not there",
            "{{ xcom('extract', 'null') }}|xcom('extract', 'null') is null",
            "{{ xcom('extract', 'nul') }}|a value holds a NUL character", "{{ nonsense }}|there is no nonsense"})
    void valueThatIsMissingFailsTheAttemptInWords(String text, String words) {
        params.put("nothing", null);
        ledger.xcoms.put(new XComRef("extract", "null"), "null");
        ledger.xcoms.put(new XComRef("extract", "nul"), "\"a\\u0000b\"");

        assertThat(answer(List.of("echo", text), Map.of())).isInstanceOfSatisfying(Unmakeable.class,
                it -> {
                    assertThat(it.words()).contains(words);
                    assertThat(it.log()).hasFileName("2.e5.agent.log");
                    assertThat(it.log().getParent()).isDirectory();
                });
    }

    @ParameterizedTest
    @CsvSource({"logical_date", "ds", "data_interval_start", "data_interval_end"})
    void runWithoutALogicalDateSaysSo(String name) {
        ledger.start(ATTEMPT, VERSION, "{}", null);

        assertThat(book(List.of("echo", "{{ " + name + " }}"), Map.of(), Map.of()).answers(List.of(ATTEMPT)))
                .hasValueSatisfying(unmakeable("this run has no " + name));
    }

    @Test
    void confOverridesParamsKeyByKeyAndNotDeeper() {
        ledger.start(ATTEMPT, VERSION, "{\"region\": \"apac\", \"nested\": {\"c\": 1}, \"extra\": 1.10}", DAY);
        SpecAnswer answer =
                book(List.of("{{ params.region }}", "{{ params.nested }}", "{{ params.extra }}", "{{ params.on }}"),
                        Map.of(), Map.of()).answers(List.of(ATTEMPT)).get(ATTEMPT);

        assertThat(((Spec) answer).process().argv()).containsExactly("apac", "{\"c\":1}", "1.10", "true");
    }

    @Test
    void environmentTellsTheTaskWhoItIs() {
        assertThat(spec(List.of("true"), Map.of()).process().env()).containsOnlyKeys("DEXAFLOW_DAG_ID",
                "DEXAFLOW_RUN_ID", "DEXAFLOW_TASK_ID", "DEXAFLOW_TRY_NUMBER", "DEXAFLOW_LOGICAL_DATE",
                "DEXAFLOW_PARAMS")
                .containsEntry("DEXAFLOW_DAG_ID", "sales")
                .containsEntry("DEXAFLOW_RUN_ID", "manual__1")
                .containsEntry("DEXAFLOW_TASK_ID", "load")
                .containsEntry("DEXAFLOW_TRY_NUMBER", "2")
                .containsEntry("DEXAFLOW_LOGICAL_DATE", DAY.toString())
                .hasEntrySatisfying("DEXAFLOW_PARAMS", json -> assertThat(json).contains("\"region\":\"emea\""));
    }

    @Test
    @DisplayName("T126: author env with the platform prefix is stripped")
    void t126_authorsVariablesWithThePlatformPrefixAreDropped() {
        ledger.start(ATTEMPT, VERSION, "{}", DAY);
        SpecAnswer answer = book(List.of("true"), Map.of("DEXAFLOW_TOKEN", "x", "DEXAFLOW_DAG_ID", "y", "OK", "z"),
                Map.of("DEXAFLOW_S", new SecretRef("A", null, null), "S", new SecretRef("B", null, null)))
                .answers(List.of(ATTEMPT))
                .get(ATTEMPT);

        assertThat(((Spec) answer).process().env()).doesNotContainKey("DEXAFLOW_TOKEN")
                .containsEntry("DEXAFLOW_DAG_ID", "sales")
                .containsEntry("OK", "z");
        assertThat(((Spec) answer).process().secrets()).containsOnlyKeys("S");
    }

    @Test
    void scriptRunsInBash() {
        ledger.start(ATTEMPT, VERSION, "{}", DAY);
        Work work = new Work(new Command(List.of(), "echo {{ ds }}"), Map.of(), Map.of(), "/srv",
                Duration.ofSeconds(60));

        Spec spec = (Spec) book(work).answers(List.of(ATTEMPT)).get(ATTEMPT);
        assertThat(spec.process().argv()).containsExactly("bash", "-c", "echo 2026-02-28");
        assertThat(spec.process().workingDir()).isEqualTo("/srv");
        assertThat(spec.process().timeout()).isEqualTo(Duration.ofSeconds(60));
    }

    @Test
    void filesAreTheAttemptsOwn() {
        Spec spec = spec(List.of("true"), Map.of());

        assertThat(spec.files().log()).isEqualTo(home.resolve("logs/sales/" + RUN + "/load/2.e5.agent.log"));
        assertThat(spec.files().scratch().getParent()).isEqualTo(home.resolve("scratch"));
        assertThat(spec.files().scratch().getFileName().toString()).endsWith(".2.e5");
    }

    @Test
    void configuredNamesAreInheritedBesideTheUsualOnes() {
        SpecConfig config = new SpecConfig() {
            @Override
            public Class<SpecConfig> annotationType() {
                return SpecConfig.class;
            }

            @Override
            public int logs_max__mb() {
                return 2;
            }

            @Override
            public String[] subprocess_inherit__env() {
                return new String[]{"A, B", "PATH", "C_*"};
            }
        };

        SpecBook.Settings settings = SpecBook.Settings.of(home, config);
        assertThat(settings.inheritEnv()).containsExactly("PATH", "HOME", "USER", "LANG", "LC_*", "TZ", "TMPDIR", "A",
                "B", "C_*");
        assertThat(settings.logMaxBytes()).isEqualTo(2_097_152);
        assertThat(settings.scratch()).isEqualTo(home.resolve("agents/scratch"));
    }

    @Test
    void attemptThatIsNotTheLiveOneIsSuperseded() {
        assertThat(book(List.of("true"), Map.of(), Map.of()).answers(List.of(ATTEMPT))).containsEntry(ATTEMPT,
                new Superseded());
    }

    @Test
    void taskOrVersionThatIsGoneFailsTheAttemptInWords() {
        AttemptId other = new AttemptId(RUN, "other", 1, 1);
        ledger.start(other, VERSION, "{}", DAY);
        ledger.start(ATTEMPT, new UUID(9, 9), "{}", DAY);
        Map<AttemptId, SpecAnswer> answers =
                book(List.of("true"), Map.of(), Map.of()).answers(List.of(ATTEMPT, other));

        assertThat(answers.get(other)).is(unmakeable("has no task other"));
        assertThat(answers.get(ATTEMPT)).is(unmakeable("has no version"));
    }

    @Test
    void batchAsksTheLedgerOnce() {
        AttemptId again = new AttemptId(RUN, "load", 3, 6);
        ledger.start(ATTEMPT, VERSION, "{}", DAY);
        ledger.start(again, VERSION, "{}", DAY);
        ledger.xcoms.put(new XComRef("extract", "a"), "1");
        ledger.xcoms.put(new XComRef("extract", "b"), "2");

        book(List.of("{{ xcom('extract', 'a') }}", "{{ xcom('extract', 'b') }}"), Map.of(), Map.of())
                .answers(List.of(ATTEMPT, again));
        assertThat(ledger.factCalls).isEqualTo(1);
        assertThat(ledger.xcomCalls).isEqualTo(1);
    }

    @Test
    void storeThatIsAwayIsSaidToBe() {
        ledger.away = true;

        assertThatThrownBy(() -> book(List.of("true"), Map.of(), Map.of()).answers(List.of(ATTEMPT)))
                .isInstanceOf(StoreException.class);
    }

    private static Condition<SpecAnswer> unmakeable(String words) {
        return new Condition<>(answer -> answer instanceof Unmakeable it && it.words().contains(words), words);
    }

    private Spec spec(List<String> argv, Map<String, String> env) {
        return (Spec) answer(argv, env);
    }

    private SpecAnswer answer(List<String> argv, Map<String, String> env) {
        ledger.start(ATTEMPT, VERSION, "{}", DAY);
        return book(argv, env, Map.of()).answers(List.of(ATTEMPT)).get(ATTEMPT);
    }

    private SpecBook book(List<String> argv, Map<String, String> env, Map<String, SecretRef> secrets) {
        return book(new Work(new Command(argv, null), env, secrets, null, null));
    }

    private SpecBook book(Work work) {
        Task task = new Task("load", work, List.of(), null, null, null, null);
        Dag dag = new Dag("sales", null, null, null, null, params, null, List.of(task));
        return new SpecBook(ledger, new OneDag(VERSION, dag), new FileAttemptLog(home.resolve("logs")),
                new SpecBook.Settings(home.resolve("scratch"), 100, List.of("PATH")));
    }
}
