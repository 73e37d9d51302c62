// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.control;

import io.dexaflow.control.RequestException;
import io.dexaflow.control.RequestException.Kind;
import io.dexaflow.control.RunControl;
import io.dexaflow.control.TaskSelection;
import io.dexaflow.dag.DagParser;
import io.dexaflow.dag.ParseError;
import io.dexaflow.dag.ParseResult;
import io.dexaflow.model.AttemptId;
import io.dexaflow.model.Dag;
import io.dexaflow.model.RunState;
import io.dexaflow.model.RunType;
import io.dexaflow.model.Schedule;
import io.dexaflow.model.TaskState;
import io.dexaflow.scheduler.internal.Ledgers;
import io.dexaflow.schedule.DataInterval;
import io.dexaflow.schedule.Timetable;
import io.dexaflow.store.DagLedger.DagVersion;
import io.dexaflow.store.DagLedger.Origin;
import io.dexaflow.store.Readings.RunRow;
import io.dexaflow.store.Readings.TaskRow;
import io.dexaflow.store.RunLedger.CreateResult;
import io.dexaflow.store.RunLedger.NewRun;
import io.dexaflow.trail.Decision;
import io.dexaflow.trail.Observer.RunMove;
import io.dexaflow.trail.Subject;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
    private final Aftermath aftermath;
    private final Corrections corrections;

    @Activate
    public OperatorControl(@Reference(name = "ledgers") Ledgers ledgers,
            @Reference(name = "dag-parser") DagParser parser, @Reference(name = "aftermath") Aftermath aftermath,
            @Reference(name = "corrections") Corrections corrections) {
        this.ledgers = ledgers;
        this.parser = parser;
        this.aftermath = aftermath;
        this.corrections = corrections;
    }

    @Override
    public RunRef trigger(TriggerRequest request) {
        DagVersion version = ledgers.dags()
                .current(request.dagId())
                .orElseThrow(() -> TaskSelector.noDag(request.dagId()));
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
                Instant now = ledgers.clock().now();
                yield create(version, new TriggerRequest(version.dagId(), null, now, confJson, null, by,
                        DataInterval.at(now)));
            }
        };
    }

    @Override
    public void settle(String dagId, String dagRunId, RunState verdict, String by) {
        RunRow row = corrections.selector().run(dagId, dagRunId);
        UUID run = row.id();
        String note = "marked " + verdict.wireName() + " by " + by;
        if (!ledgers.runs().settleByUser(run, verdict, note, by)) {
            throw new RequestException(Kind.CONFLICT, "the run '" + dagRunId + "' is finished; its verdict is final");
        }
        Subject subject = Subject.run(run, dagId, dagRunId);
        tell(by, verdict.wireName(), subject, note, Map.of());
        ledgers.chronicle().moved(List.of(new RunMove(subject, row.state(), verdict)));
        aftermath.stopRun(run);
        aftermath.wake(List.of(run));
    }

    @Override
    public void settleTask(String dagId, String dagRunId, String taskId, TaskState verdict, String by) {
        requireVerdict(verdict);
        settle(corrections.selector().one(new TaskSelection.One(dagId, dagRunId, taskId)), verdict, by);
    }

    @Override
    public List<TaskRow> settleTasks(TaskSelection which, TaskState verdict, boolean dryRun, String by) {
        requireVerdict(verdict);
        List<TaskRow> rows = corrections.selector()
                .select(which, Set.of())
                .stream()
                .filter(row -> row.state() != verdict)
                .toList();
        if (dryRun || rows.isEmpty()) {
            return rows;
        }
        rows.forEach(row -> settle(row, verdict, by));
        return corrections.selector().reread(which.dagId(), rows.stream().map(TaskRow::id).toList());
    }

    private static void requireVerdict(TaskState verdict) {
        if (verdict != TaskState.SUCCESS && verdict != TaskState.FAILED && verdict != TaskState.SKIPPED) {
            throw new RequestException(Kind.INVALID, "a task can be marked success, failed or skipped, not "
                    + verdict.wireName());
        }
    }

    private void settle(TaskRow task, TaskState verdict, String by) {
        Optional<AttemptId> live = ledgers.tasks().settleByUser(task.id(), verdict, by);
        Subject subject = new Subject(task.runId(), task.id(), task.dagId(), task.dagRunId(), task.taskId(),
                task.tryNumber(), task.epoch());
        tell(by, verdict.wireName(), subject, "was " + task.state().wireName(),
                Map.of("from", task.state().wireName(), "to", verdict.wireName()));
        live.ifPresent(aftermath::stop);
        aftermath.wake(List.of(task.runId()));
    }

    @Override
    public List<TaskRow> clear(ClearRequest request) {
        return corrections.clear(request);
    }

    @Override
    public void deleteRun(String dagId, String dagRunId, String by) {
        corrections.deleteRun(dagId, dagRunId, by);
    }

    @Override
    public void noteRun(String dagId, String dagRunId, String note) {
        corrections.noteRun(dagId, dagRunId, note);
    }

    @Override
    public List<TaskRow> noteTasks(TaskSelection which, String note) {
        return corrections.noteTasks(which, note);
    }

    @Override
    public void editXCom(TaskSelection.One task, XComEdit edit) {
        corrections.editXCom(task, edit);
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
        aftermath.wake(runs);
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
        aftermath.created(id);
        return new RunRef(id, dagId, runId);
    }

    private NewRun newRun(DagVersion version, TriggerRequest request, String runId, Instant now) {
        DataInterval interval = interval(version, request, now);
        String conf = request.confJson() == null ? "{}" : request.confJson();
        return new NewRun(version.dagId(), version.id(), runId, RunType.MANUAL, request.logicalDate(),
                interval.start(), interval.end(), conf, request.note(), request.by());
    }

    /** What the schedule says of the logical date; a run without a date, or without a schedule, is about a moment. */
    private DataInterval interval(DagVersion version, TriggerRequest request, Instant now) {
        if (request.interval() != null) {
            return request.interval();
        }
        if (request.logicalDate() == null) {
            return DataInterval.at(now);
        }
        Schedule schedule = ledgers.dags().dag(version.id()).map(Dag::schedule).orElse(null);
        return schedule == null ? DataInterval.at(request.logicalDate())
                : Timetable.of(schedule).manualInterval(request.logicalDate());
    }

    private static String time(Instant instant) {
        return RUN_TIME.format(instant.atOffset(ZoneOffset.UTC));
    }
}
