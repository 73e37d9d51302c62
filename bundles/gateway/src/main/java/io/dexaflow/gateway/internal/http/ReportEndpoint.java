// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.gateway.internal.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dexaflow.control.RunControl;
import io.dexaflow.gateway.internal.http.Batch.Item;
import io.dexaflow.gateway.internal.spec.RunNames;
import io.dexaflow.gateway.internal.spec.RunNames.RunName;
import io.dexaflow.gateway.internal.token.JwtAgentTokens;
import io.dexaflow.model.AttemptId;
import io.dexaflow.model.TaskState;
import io.dexaflow.store.AttemptLedger;
import io.dexaflow.store.AttemptLedger.Report;
import io.dexaflow.store.StoreException;
import io.dexaflow.trail.Decision;
import io.dexaflow.trail.DecisionTrail;
import io.dexaflow.trail.Subject;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes reports: one write for all of a request, one word to the scheduler (R20 to R22, R189). */
final class ReportEndpoint implements Endpoint {

    private static final Logger LOG = LoggerFactory.getLogger(ReportEndpoint.class);

    private static final int LAST_YEAR = 9998;
    private static final int LONGEST_MESSAGE = 4000;
    private static final int LONGEST_HOSTNAME = 255;
    private static final Map<String, TaskState> STATES = Map.of("running", TaskState.RUNNING, "success",
            TaskState.SUCCESS, "failed", TaskState.FAILED, "skipped", TaskState.SKIPPED, "up_for_reschedule",
            TaskState.UP_FOR_RESCHEDULE);

    private final JwtAgentTokens tokens;
    private final AttemptLedger ledger;
    private final RunNames names;
    private final RunControl runs;
    private final DecisionTrail trail;

    ReportEndpoint(JwtAgentTokens tokens, AttemptLedger ledger, RunNames names, SchedulerLink scheduler) {
        this.names = names;
        this.trail = scheduler.trail();
        this.tokens = tokens;
        this.ledger = ledger;
        this.runs = scheduler.runs();
    }

    @Override
    public ObjectNode answer(Call call) {
        Batch batch = Batch.of(call.items("reports"), tokens);
        List<Item> items = new ArrayList<>();
        List<Report> reports = new ArrayList<>();
        for (Item item : batch.good()) {
            report(item).ifPresentOrElse(report -> {
                items.add(item);
                reports.add(report);
            }, () -> item.result().put(Batch.ERROR, Batch.INVALID));
        }
        if (!reports.isEmpty()) {
            apply(items, reports);
        }
        return batch.answer("results");
    }

    private void apply(List<Item> items, List<Report> reports) {
        try {
            learnNames(reports);
            List<Boolean> applied = ledger.report(reports);
            for (int i = 0; i < items.size(); i++) {
                boolean stale = !applied.get(i);
                items.get(i).result().put("acknowledged", true).put("should_terminate", stale);
                log(reports.get(i), stale);
            }
            wake(reports, applied);
            tell(items, reports, applied);
        } catch (StoreException e) {
            if (!e.mayPass()) {
                oneByOne(items, reports, e);
                return;
            }
            LOG.debug("reports wait for the database count={} cause={}", reports.size(), e.getMessage());
            items.forEach(item -> item.result().put(Batch.ERROR, Batch.UNAVAILABLE));
        }
    }

    /** While they are live, since nobody tells of those that have ended; no report is lost for want of a name. */
    private void learnNames(List<Report> reports) {
        try {
            names.learn(reports.stream().map(Report::attempt).toList());
        } catch (StoreException e) {
            LOG.debug("what is told of reports names no DAG reports={} cause={}", reports.size(), e.getMessage());
        }
    }

    /** A report whose values the database does not take must not hold up those that came with it. */
    private void oneByOne(List<Item> items, List<Report> reports, StoreException refusal) {
        if (reports.size() == 1) {
            LOG.warn("a report cannot be written: {}: {}", reports.getFirst().attempt(), refusal.getMessage());
            items.getFirst().result().put(Batch.ERROR, Batch.INVALID);
            return;
        }
        for (int i = 0; i < reports.size(); i++) {
            apply(List.of(items.get(i)), List.of(reports.get(i)));
        }
    }

    /** The rows of the trail are written with the reports; this is for whoever listens. */
    private void tell(List<Item> items, List<Report> reports, List<Boolean> applied) {
        List<Decision> told = new ArrayList<>();
        for (int i = 0; i < reports.size(); i++) {
            if (applied.get(i)) {
                told.add(decision(items.get(i), reports.get(i)));
            }
        }
        if (told.isEmpty()) {
            return;
        }
        try {
            trail.written(told);
        } catch (RuntimeException e) {
            LOG.warn("reports are written but nobody was told of them reports={} cause={}", told.size(), e.toString());
        }
    }

    private Decision decision(Item item, Report report) {
        AttemptId attempt = report.attempt();
        RunName run = names.of(attempt.runId());
        Map<String, String> evidence = new LinkedHashMap<>();
        List<String> words = new ArrayList<>();
        if (report.exitCode() != null) {
            evidence.put("exit_code", report.exitCode().toString());
            words.add("exit code " + report.exitCode());
        }
        if (report.hostname() != null) {
            evidence.put("hostname", report.hostname());
            words.add("host " + report.hostname());
        }
        return new Decision("agent", "report_" + report.state().wireName(), Decision.Kind.TRANSITION,
                new Subject(attempt.runId(), item.claims().taskInstanceId(), run.dagId(), run.dagRunId(),
                        attempt.taskId(), attempt.tryNumber(), attempt.epoch()),
                String.join(", ", words), evidence);
    }

    /** What is written is written: a scheduler that cannot be woken finds it at its next tick. */
    private void wake(List<Report> reports, List<Boolean> applied) {
        List<UUID> changed = new ArrayList<>();
        for (int i = 0; i < reports.size(); i++) {
            if (applied.get(i) && reports.get(i).state() != TaskState.RUNNING) {
                changed.add(reports.get(i).attempt().runId());
            }
        }
        if (changed.isEmpty()) {
            return;
        }
        try {
            runs.wake(changed.stream().distinct().toList());
        } catch (RuntimeException e) {
            LOG.warn("the scheduler could not be woken; its next tick sees the reports runs={} cause={}",
                    changed.size(),
                    e.toString());
        }
    }

    private static void log(Report report, boolean stale) {
        if (stale) {
            LOG.info("report refused as stale {} state={}", report.attempt(), report.state().wireName());
        } else {
            LOG.debug("report {} state={} exit_code={}", report.attempt(), report.state().wireName(),
                    report.exitCode());
        }
    }

    private static Optional<Report> report(Item item) {
        JsonNode body = item.body();
        TaskState state = STATES.get(Call.text(body, "state"));
        Instant rescheduleAt = time(Call.text(body, "reschedule_at"));
        if (state == null || state == TaskState.UP_FOR_RESCHEDULE && rescheduleAt == null) {
            return Optional.empty();
        }
        boolean ended = state != TaskState.RUNNING && body.hasNonNull("exit_code");
        Integer exitCode = ended ? Integer.valueOf((int) Call.number(body, "exit_code")) : null;
        String message = state == TaskState.FAILED ? emptyToNull(Call.text(body, "error"), LONGEST_MESSAGE) : null;
        return Optional.of(new Report(item.claims().attempt(), state, exitCode, message,
                state == TaskState.UP_FOR_RESCHEDULE ? rescheduleAt : null,
                emptyToNull(Call.text(body, "hostname"), LONGEST_HOSTNAME)));
    }

    private static Instant time(String text) {
        try {
            OffsetDateTime time = text.isEmpty() ? null : OffsetDateTime.parse(text);
            // A year of five digits is no RFC 3339 time, and no database takes it.
            return time == null || time.getYear() < 1 || time.getYear() > LAST_YEAR ? null : time.toInstant();
        } catch (DateTimeException e) {
            return null;
        }
    }

    private static String emptyToNull(String text, int longest) {
        return text.isEmpty() ? null : Words.cut(text, longest);
    }
}
