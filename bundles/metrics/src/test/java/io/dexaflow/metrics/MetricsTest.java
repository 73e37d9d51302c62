// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.control.Gate.GateStatus;
import io.dexaflow.model.TaskState;
import io.dexaflow.store.Figures.Reading;
import io.dexaflow.store.LeadershipTerm;
import io.dexaflow.store.StoreException;
import io.dexaflow.trail.Decision;
import io.dexaflow.trail.Decision.Kind;
import io.dexaflow.trail.Observer.Stage;
import io.dexaflow.trail.Subject;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Contract 6. */
class MetricsTest {

    private static final String DECISIONS = "dexaflow_scheduler_decisions_total";
    private static final Subject TASK = new Subject(new UUID(0, 1), new UUID(0, 2), "dag", "run", "task", 1, 1);

    static final List<String> CONTRACT = List.of(DECISIONS, "dexaflow_task_transitions_total",
            "dexaflow_tasks", "dexaflow_dispatch_seconds", "dexaflow_tasks_undispatchable_total",
            "dexaflow_schedule_delay_seconds", "dexaflow_tick_seconds", "dexaflow_maintenance_phase_seconds",
            "dexaflow_leader",
            "dexaflow_leader_step_downs_total", "dexaflow_gate_settled", "dexaflow_dag_last_success_timestamp_seconds",
            "dexaflow_oldest_queued_seconds", "dexaflow_import_errors", "dexaflow_build_info");

    private final HostMetrics metrics = new HostMetrics("1.2.3", "lite");
    private final AtomicInteger readings = new AtomicInteger();
    private final AtomicLong nanos = new AtomicLong();
    private boolean leading = true;
    private boolean settled = true;
    private boolean databaseAway;
    private Page page;

    @BeforeEach
    void open() throws Exception {
        page = new Page(metrics);
    }

    @AfterEach
    void close() throws Exception {
        page.close();
    }

    @Test
    void everyMetricOfTheContractHasHelpAndAType() throws Exception {
        leaderGauges().start();
        storeGauges().start();
        metrics.took(Stage.MAINTENANCE_PHASE, "reap", Duration.ofMillis(3));
        metrics.decided(List.of(decision("planner", "scheduled", Kind.TRANSITION)));

        Scrape scrape = page.scrape();

        assertThat(scrape.help()).containsKeys(CONTRACT.toArray(String[]::new));
        assertThat(scrape.help().values()).allSatisfy(help -> assertThat(help).isNotBlank());
        assertThat(scrape.types()).hasSameSizeAs(scrape.help());
        assertThat(CONTRACT).allSatisfy(metric -> assertThat(scrape.samples().keySet())
                .anyMatch(sample -> sample.startsWith(metric)));
    }

    @Test
    void jvmAndProcessAreThereWithoutAnyoneElse() throws Exception {
        assertThat(page.scrape().samples()).containsKeys("process_cpu_seconds_total", "process_open_fds",
                "jvm_memory_used_bytes{area=\"heap\"}", "jvm_threads_current")
                .containsEntry("dexaflow_build_info{edition=\"lite\",version=\"1.2.3\"}", 1.0);
    }

    @Test
    void openMetricsComesWhenItIsAskedFor() throws Exception {
        HttpResponse<String> open = page.get("application/openmetrics-text;version=1.0.0,text/plain;q=0.5");
        HttpResponse<String> plain = page.get("*/*");

        assertThat(open.headers().firstValue("Content-Type")).get()
                .asString()
                .startsWith("application/openmetrics-text");
        assertThat(open.body()).endsWith("# EOF\n").contains("# TYPE dexaflow_scheduler_decisions counter");
        assertThat(plain.headers().firstValue("Content-Type")).get().asString().startsWith("text/plain; version=0.0.4");
        assertThat(plain.body()).contains("# TYPE dexaflow_scheduler_decisions_total counter").doesNotContain("# EOF");
        assertThat(plain.headers().firstValue("Cache-Control")).contains("no-store");
    }

    @Test
    @DisplayName("contract 6: labels that alerts wait for are at zero from the start")
    void labelsOfReapersAndGateAreThereFromTheStart() throws Exception {
        Scrape scrape = page.scrape();

        assertThat(scrape.labels(DECISIONS, "decision_type")).containsAll(DecisionLabels.fromTheStart())
                .contains("reap_settling_valve_open", "orphan_reaped", "agent_lost_orphan_stop_error",
                        "dispatch_lost_panic");
        assertThat(scrape.value(DECISIONS + "{decision_type=\"agent_lost\"}")).isZero();
        assertThat(scrape.value("dexaflow_leader_step_downs_total{reason=\"lock_released\"}")).isZero();
        assertThat(scrape.value("dexaflow_tasks_undispatchable_total{reason=\"executor_absent\"}")).isZero();
    }

    @Test
    void decisionsOfTheHostAreCountedAndThoseOfAgentsAndUsersAreNot() throws Exception {
        metrics.decided(List.of(decision("agent-lost", "agent_lost", Kind.TRANSITION),
                decision("agent-lost", "agent_lost", Kind.TRANSITION),
                decision("agent-lost", "agent_lost_process_alive", Kind.DEFERRAL),
                decision("maintenance", "a_label_of_tomorrow", Kind.NOOP),
                decision("agent", "report_success", Kind.TRANSITION),
                decision("user admin", "mark_failed", Kind.TRANSITION)));

        Scrape scrape = page.scrape();

        assertThat(scrape.value(DECISIONS + "{decision_type=\"agent_lost\"}")).isEqualTo(2);
        assertThat(scrape.value(DECISIONS + "{decision_type=\"agent_lost_process_alive\"}")).isEqualTo(1);
        assertThat(scrape.value(DECISIONS + "{decision_type=\"a_label_of_tomorrow\"}")).isEqualTo(1);
        assertThat(scrape.labels(DECISIONS, "decision_type")).doesNotContain("report_success", "mark_failed");
    }

    @Test
    void transitionsComeFromDecisionsWhoeverMadeThem() throws Exception {
        metrics.decided(List.of(decision("planner", "scheduled", Kind.TRANSITION),
                decision("agent", "report_running", Kind.TRANSITION),
                decision("agent", "report_success", Kind.TRANSITION),
                decision("agent-lost", "agent_lost_process_alive", Kind.DEFERRAL),
                new Decision("user admin", "mark", Kind.TRANSITION, TASK, "",
                        Map.of("from", "up_for_retry", "to", "skipped")),
                new Decision("orphan-run", "orphan_reaped", Kind.TRANSITION,
                        Subject.run(new UUID(0, 1), "dag", "run"), "", Map.of("from", "running", "to", "failed"))));

        Scrape scrape = page.scrape();

        assertThat(scrape.samples().keySet().stream().filter(name -> name.startsWith("dexaflow_task_transitions")))
                .containsExactlyInAnyOrder("dexaflow_task_transitions_total{from=\"none\",to=\"scheduled\"}",
                        "dexaflow_task_transitions_total{from=\"queued\",to=\"running\"}",
                        "dexaflow_task_transitions_total{from=\"running\",to=\"success\"}",
                        "dexaflow_task_transitions_total{from=\"up_for_retry\",to=\"skipped\"}");
    }

    @Test
    void whatCanNeverBeDispatchedIsCountedByReason() throws Exception {
        metrics.decided(List.of(decision("dispatcher", "dispatch_executor_absent", Kind.DEFERRAL),
                decision("dispatcher", "dispatch_failed", Kind.TRANSITION),
                new Decision("dispatcher", "failed", Kind.TRANSITION, TASK,
                        "undispatchable: no bundle offers the executor 'x'",
                        Map.of("undispatchable", "executor_absent")),
                new Decision("dispatcher", "failed", Kind.TRANSITION, TASK, "dispatch refused: no",
                        Map.of("undispatchable", "refused"))));

        Scrape scrape = page.scrape();

        assertThat(scrape.value("dexaflow_tasks_undispatchable_total{reason=\"executor_absent\"}")).isEqualTo(1);
        assertThat(scrape.value("dexaflow_tasks_undispatchable_total{reason=\"refused\"}")).isEqualTo(1);
    }

    @Test
    void timesAreHistogramsInSeconds() throws Exception {
        metrics.took(Stage.TICK, null, Duration.ofMillis(40));
        metrics.took(Stage.MAINTENANCE_PHASE, "reap", Duration.ofSeconds(31));
        metrics.took(Stage.DISPATCH, "subprocess", Duration.ofNanos(1_500_000));
        metrics.took(Stage.SCHEDULE_DELAY, null, Duration.ofMillis(700));
        metrics.steppedDown("check_timeout");

        Scrape scrape = page.scrape();

        assertThat(scrape.value("dexaflow_tick_seconds_bucket{le=\"0.025\"}")).isZero();
        assertThat(scrape.value("dexaflow_tick_seconds_bucket{le=\"0.05\"}")).isEqualTo(1);
        assertThat(scrape.value("dexaflow_maintenance_phase_seconds_bucket{phase=\"reap\",le=\"30.0\"}")).isZero();
        assertThat(scrape.value("dexaflow_maintenance_phase_seconds_sum{phase=\"reap\"}")).isEqualTo(31);
        assertThat(scrape.value("dexaflow_dispatch_seconds_sum")).isEqualTo(0.0015);
        assertThat(scrape.value("dexaflow_schedule_delay_seconds_bucket{le=\"0.5\"}")).isZero();
        assertThat(scrape.value("dexaflow_schedule_delay_seconds_bucket{le=\"1.0\"}")).isEqualTo(1);
        assertThat(scrape.value("dexaflow_leader_step_downs_total{reason=\"check_timeout\"}")).isEqualTo(1);
    }

    @Test
    void whatTheDatabaseKnowsComesFromTheLeaderAndOnceInTenSeconds() throws Exception {
        StoreGauges gauges = storeGauges();
        gauges.start();

        Scrape scrape = page.scrape();
        nanos.addAndGet(Duration.ofSeconds(9).toNanos());
        page.scrape();
        assertThat(readings).hasValue(1);
        nanos.addAndGet(Duration.ofSeconds(1).toNanos());
        page.scrape();

        assertThat(readings).hasValue(2);
        assertThat(scrape.value("dexaflow_tasks{state=\"running\"}")).isEqualTo(3);
        assertThat(scrape.value("dexaflow_oldest_queued_seconds")).isEqualTo(12.5);
        assertThat(scrape.value("dexaflow_import_errors")).isEqualTo(2);
        assertThat(scrape.value("dexaflow_dag_last_success_timestamp_seconds{dag_id=\"a\\\"b\"}"))
                .isEqualTo(1_767_225_600);
    }

    @Test
    void aFollowerReadsNothing() throws Exception {
        leading = false;
        settled = false;
        leaderGauges().start();
        storeGauges().start();

        Scrape scrape = page.scrape();

        assertThat(readings).hasValue(0);
        assertThat(scrape.value("dexaflow_leader")).isZero();
        assertThat(scrape.value("dexaflow_gate_settled")).isZero();
        assertThat(scrape.help()).doesNotContainKeys("dexaflow_tasks", "dexaflow_oldest_queued_seconds");
    }

    @Test
    void withoutTheDatabaseItsNumbersAreMissingAndTheOthersStay() throws Exception {
        databaseAway = true;
        leaderGauges().start();
        storeGauges().start();

        Scrape scrape = page.scrape();
        page.scrape();

        assertThat(readings).hasValue(1);
        assertThat(scrape.value("dexaflow_leader")).isEqualTo(1);
        assertThat(scrape.help()).doesNotContainKey("dexaflow_tasks").containsKey(DECISIONS);
    }

    @Test
    void gaugesGoWithTheirBundleAndComeAgainWhileCountersStay() throws Exception {
        metrics.decided(List.of(decision("maintenance", "reap_settling_skip", Kind.DEFERRAL)));
        LeaderGauges before = leaderGauges();
        before.start();
        before.stop();
        assertThat(page.scrape().help()).doesNotContainKey("dexaflow_leader");

        leaderGauges().start();

        assertThat(page.scrape().value("dexaflow_leader")).isEqualTo(1);
        assertThat(page.scrape().value(DECISIONS + "{decision_type=\"reap_settling_skip\"}")).isEqualTo(1);
    }

    private LeaderGauges leaderGauges() {
        return new LeaderGauges(metrics, this::leadership,
                () -> new GateStatus(leading, "me", 1, null, settled, List.of(), false, null));
    }

    private StoreGauges storeGauges() {
        return new StoreGauges(metrics, this::leadership, this::read, nanos::get);
    }

    private Optional<LeadershipTerm> leadership() {
        return leading ? Optional.of(new LeadershipTerm(1, Instant.EPOCH)) : Optional.empty();
    }

    private Reading read() {
        readings.incrementAndGet();
        if (databaseAway) {
            throw new StoreException("away", null);
        }
        return new Reading(Map.of(TaskState.RUNNING, 3L, TaskState.QUEUED, 0L), Optional.of(Duration.ofMillis(12_500)),
                2, Map.of("a\"b", Instant.parse("2026-01-01T00:00:00Z")));
    }

    private static Decision decision(String actor, String label, Kind kind) {
        return new Decision(actor, label, kind, TASK, "", Map.of());
    }
}
