// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.control;

import io.dexaflow.control.RequestException;
import io.dexaflow.control.RequestException.Kind;
import io.dexaflow.control.RunControl;
import io.dexaflow.dag.DagParser;
import io.dexaflow.dag.ParseError;
import io.dexaflow.dag.ParseResult;
import io.dexaflow.executor.TaskExecutor;
import io.dexaflow.model.AttemptId;
import io.dexaflow.model.RunState;
import io.dexaflow.model.RunType;
import io.dexaflow.model.TaskState;
import io.dexaflow.scheduler.internal.Ledgers;
import io.dexaflow.scheduler.internal.dispatch.ExecutorRegistry;
import io.dexaflow.scheduler.internal.tick.TickLoop;
import io.dexaflow.store.DagLedger.DagVersion;
import io.dexaflow.store.DagLedger.Origin;
import io.dexaflow.store.Readings.TaskRow;
import io.dexaflow.store.Readings;
import io.dexaflow.store.RunLedger.CreateResult;
import io.dexaflow.store.RunLedger.NewRun;
import io.dexaflow.trail.Decision;
import io.dexaflow.trail.Subject;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Carries out what an operator asks for; whatever cannot be done is refused with words and writes nothing. */
@Component(name = "io.dexaflow.scheduler.control", service = RunControl.class)
public final class OperatorControl implements RunControl {

    private static final Logger LOG = LoggerFactory.getLogger(OperatorControl.class);
    /** As Airflow writes it in run ids. */
    private static final DateTimeFormatter RUN_TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSSxxx");

    private final Ledgers ledgers;
    private final DagParser parser;
    private final TickLoop loop;
    private final ExecutorRegistry executors;
    private final Readings readings;

    @Activate
    public OperatorControl(@Reference(name = "ledgers") Ledgers ledgers,
            @Reference(name = "dag-parser") DagParser parser, @Reference(name = "tick") TickLoop loop,
            @Reference(name = "executors") ExecutorRegistry executors,
            @Reference(name = "readings") Readings readings) {
        this.readings = readings;
        this.ledgers = ledgers;
        this.parser = parser;
        this.loop = loop;
        this.executors = executors;
    }

    @Override
    public RunRef trigger(TriggerRequest request) {
        DagVersion version = ledgers.dags()
                .current(request.dagId())
                .orElseThrow(() -> new RequestException(
                        Kind.NOT_FOUND, "there is no DAG with id '" + request.dagId() + "'; see 'dexaflow dags'"));
        return create(version, request);
    }

    @Override
    public RunRef runFile(Path file, String confJson, String by) {
        return switch (parser.parse(file)) {
            case ParseResult.Invalid(List<ParseError> errors) -> throw new RequestException(Kind.INVALID,
                    errors.stream().map(e -> e.toText(file.toString())).collect(Collectors.joining("\n")));
            case ParseResult.Parsed parsed -> {
                Origin origin = new Origin(file.toString(), parsed.source());
                DagVersion version = ledgers.dags().register(parsed.dag(), origin, false);
                yield create(version, new TriggerRequest(version.dagId(), null, ledgers.clock().now(), confJson, null,
                        by));
            }
        };
    }

    @Override
    public void settle(String dagId, String dagRunId, RunState verdict, String by) {
        UUID run = ledgers.runs()
                .find(dagId, dagRunId)
                .orElseThrow(() -> new RequestException(Kind.NOT_FOUND,
                        "there is no run '" + dagRunId + "' of DAG '" + dagId + "'; see 'dexaflow runs " + dagId
                                + "'"));
        String note = "marked " + verdict.wireName() + " by " + by;
        if (!ledgers.runs().settleByUser(run, verdict, note, by)) {
            throw new RequestException(Kind.CONFLICT, "the run '" + dagRunId + "' is finished; its verdict is final");
        }
        tell(by, verdict.wireName(), Subject.run(run, dagId, dagRunId), note, Map.of());
        executors.all().forEach(e -> stop(e, run));
        loop.wake(List.of(run));
    }

    @Override
    public void settleTask(String dagId, String dagRunId, String taskId, TaskState verdict, String by) {
        if (verdict != TaskState.SUCCESS && verdict != TaskState.FAILED && verdict != TaskState.SKIPPED) {
            throw new RequestException(Kind.INVALID, "a task can be marked success, failed or skipped, not "
                    + verdict.wireName());
        }
        TaskRow task = readings.task(dagId, dagRunId, taskId)
                .orElseThrow(() -> new RequestException(Kind.NOT_FOUND, "there is no task '" + taskId + "' in run '"
                        + dagRunId + "' of DAG '" + dagId + "'; see 'dexaflow tasks " + dagId + " " + dagRunId + "'"));
        Optional<AttemptId> live = ledgers.tasks().settleByUser(task.id(), verdict, by);
        Subject subject = new Subject(task.runId(), task.id(), dagId, dagRunId, taskId, task.tryNumber(), task.epoch());
        tell(by, verdict.wireName(), subject, "was " + task.state().wireName(),
                Map.of("from", task.state().wireName(), "to", verdict.wireName()));
        live.ifPresent(attempt -> executors.all().forEach(e -> stop(e, attempt)));
        loop.wake(List.of(task.runId()));
    }

    /** The ledger has written the row of the trail with the verdict; log and events follow. */
    private void tell(String by, String label, Subject subject, String words, Map<String, String> evidence) {
        ledgers.chronicle()
                .trail()
                .written(List.of(
                        new Decision("user " + by, label, Decision.Kind.TRANSITION, subject, words, evidence)));
    }

    @Override
    public void wake(List<UUID> runs) {
        loop.wake(runs);
    }

    private RunRef create(DagVersion version, TriggerRequest request) {
        Instant now = ledgers.clock().now();
        boolean named = request.dagRunId() != null;
        String runId = named ? request.dagRunId()
                : "manual__" + time(request.logicalDate() == null ? now : request.logicalDate());
        CreateResult result = ledgers.runs().create(newRun(version, request, runId, now));
        if (!named && result instanceof CreateResult.RunIdTaken) {
            runId += "_" + UUID.randomUUID().toString().substring(0, 8);
            result = ledgers.runs().create(newRun(version, request, runId, now));
        }
        return switch (result) {
            case CreateResult.Created(UUID id) -> created(id, version.dagId(), runId, request.by());
            case CreateResult.RunIdTaken(String taken) -> throw new RequestException(Kind.CONFLICT,
                    "a run '" + taken + "' of DAG '" + version.dagId() + "' exists");
            case CreateResult.LogicalDateTaken(String taken) -> throw new RequestException(Kind.CONFLICT,
                    "the run '" + taken + "' of DAG '" + version.dagId() + "' has this logical date");
            case CreateResult.UnknownDag(String dagId) -> throw new RequestException(Kind.NOT_FOUND,
                    "there is no DAG with id '" + dagId + "'");
        };
    }

    private RunRef created(UUID id, String dagId, String runId, String by) {
        LOG.info("run created: dag={} run_id={} run={} by={}", dagId, runId, id, by);
        loop.scope().admit(id);
        loop.wake(List.of(id));
        return new RunRef(id, dagId, runId);
    }

    private static NewRun newRun(DagVersion version, TriggerRequest request, String runId, Instant now) {
        Instant interval = request.logicalDate() == null ? now : request.logicalDate();
        String conf = request.confJson() == null ? "{}" : request.confJson();
        return new NewRun(version.dagId(), version.id(), runId, RunType.MANUAL, request.logicalDate(), interval,
                interval,
                conf, request.note(), request.by());
    }

    private static String time(Instant instant) {
        return RUN_TIME.format(instant.atOffset(ZoneOffset.UTC));
    }

    private static void stop(TaskExecutor executor, AttemptId attempt) {
        try {
            executor.stop(attempt);
        } catch (RuntimeException e) {
            LOG.warn("an executor could not stop an attempt, its next heartbeat does: executor={} {}",
                    executor.getClass().getName(), attempt, e);
        }
    }

    private static void stop(TaskExecutor executor, UUID run) {
        try {
            executor.stopRun(run);
        } catch (RuntimeException e) {
            LOG.warn("an executor could not stop a run's tasks, their next heartbeat does: executor={} run={}",
                    executor.getClass().getName(), run, e);
        }
    }
}
