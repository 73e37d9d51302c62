// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.tick;

import io.dexaflow.model.Dag;
import io.dexaflow.model.RunState;
import io.dexaflow.model.Task;
import io.dexaflow.scheduler.internal.Ledgers;
import io.dexaflow.scheduler.internal.OneByOne;
import io.dexaflow.scheduler.internal.plan.Plan;
import io.dexaflow.scheduler.internal.plan.Planner;
import io.dexaflow.scheduler.internal.plan.RunSnapshot;
import io.dexaflow.store.RunLedger.ActiveRun;
import io.dexaflow.store.RunLedger.ActiveRuns;
import io.dexaflow.store.RunLedger.NewTask;
import io.dexaflow.store.RunLedger.RunStart;
import io.dexaflow.store.StoreException;
import io.dexaflow.store.TaskLedger.Move;
import io.dexaflow.trail.Decision;
import io.dexaflow.trail.Decision.Kind;
import io.dexaflow.trail.Observer.RunMove;
import io.dexaflow.trail.Subject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One pass over unfinished runs: start what is queued, plan, write the plans, give verdicts (R31, R33, R34). A handful of
 * statements, whatever the number of runs. A run that cannot be planned is said and left out; the others go on (T107).
 */
final class Tick {

    private static final Logger LOG = LoggerFactory.getLogger(Tick.class);

    private final Ledgers ledgers;
    private final Planner planner;
    private final Scope scope;
    private final Consumer<Instant> loaded;
    /** Runs whose trouble was said already, so that it is not said each second. */
    private final Set<UUID> poisoned = new HashSet<>();

    Tick(Ledgers ledgers, Planner planner, Scope scope, Consumer<Instant> loaded) {
        this.ledgers = ledgers;
        this.scope = scope;
        this.planner = planner;
        this.loaded = loaded;
    }

    /**
     * @param only the runs to look at; all unfinished ones when null
     * @param term the leadership under which it writes
     * @return the runs for which there is more to do at once
     */
    Set<UUID> run(Set<UUID> only, long term) {
        ActiveRuns active = ledgers.runs().loadActive(only);
        loaded.accept(active.now());
        List<ActiveRun> running = new ArrayList<>(active.runs().stream().filter(r -> !isQueued(r)).toList());
        running.addAll(start(active.runs().stream().filter(Tick::isQueued).toList(), term));
        Map<UUID, RunState> verdicts = new HashMap<>();
        List<Move> moves = plan(running, active.now(), verdicts);
        Set<UUID> again = new HashSet<>();
        List<Move> moved = apply(moves, term);
        for (Move move : moved) {
            if (!(move instanceof Move.Decide)) {
                again.add(move.runId());
            }
        }
        tell(moved, running);
        again.addAll(finish(verdicts, running, term));
        return again;
    }

    private static boolean isQueued(ActiveRun run) {
        return run.state() == RunState.QUEUED;
    }

    /** Starts queued runs where their DAGs have room, and loads them again so that they are planned in this tick. */
    private List<ActiveRun> start(List<ActiveRun> queued, long term) {
        List<RunStart> starts = new ArrayList<>();
        for (ActiveRun run : queued) {
            isolated(run, () -> starts.add(startOf(run)));
        }
        if (starts.isEmpty()) {
            return List.of();
        }
        List<UUID> started = startedOf(starts, queued, term);
        if (started.isEmpty()) {
            return List.of();
        }
        List<ActiveRun> running = ledgers.runs().loadActive(Set.copyOf(started)).runs();
        running.forEach(run -> LOG.info("run started: {}", subject(run)));
        ledgers.chronicle()
                .moved(running.stream()
                        .map(run -> new RunMove(subject(run), RunState.QUEUED, RunState.RUNNING))
                        .toList());
        return running;
    }

    /** Starts them in one transaction; if the store refuses what is in it, run by run, and what it refuses alone fails. */
    private List<UUID> startedOf(List<RunStart> starts, List<ActiveRun> queued, long term) {
        Map<UUID, ActiveRun> byId = byId(queued);
        return OneByOne.write("start queued runs", starts, some -> ledgers.runs().start(some, term),
                (start, e) -> refuse(byId.get(start.runId()), "it cannot be started: " + e.getMessage(), term));
    }

    /** What the store refuses today it refuses tomorrow. */
    private void refuse(ActiveRun run, String words, long term) {
        if (ledgers.runs().refuse(run.runId(), words, term)) {
            Subject subject = subject(run);
            LOG.error("run failed: {} [{}]", words, subject);
            ledgers.chronicle()
                    .trail()
                    .written(List.of(new Decision("planner", "failed", Kind.TRANSITION, subject, words,
                            Map.of("from", "queued", "to", "failed"))));
            ledgers.chronicle().moved(List.of(new RunMove(subject, RunState.QUEUED, RunState.FAILED)));
        }
    }

    private static Subject subject(ActiveRun run) {
        return Subject.run(run.runId(), run.dagId(), run.dagRunId());
    }

    private static Map<UUID, ActiveRun> byId(List<ActiveRun> runs) {
        Map<UUID, ActiveRun> byId = new HashMap<>();
        runs.forEach(run -> byId.put(run.runId(), run));
        return byId;
    }

    private RunStart startOf(ActiveRun run) {
        Dag dag = dagOf(run);
        List<NewTask> tasks = new ArrayList<>();
        for (Task task : dag.tasks()) {
            tasks.add(new NewTask(tasks.size(), task.taskId(), task.operator(), task.maxTries(),
                    task.placement().pool(), task.placement().poolSlots(), task.placement().executor()));
        }
        return new RunStart(run.runId(), scope.maxActiveRuns(dag), tasks);
    }

    private List<Move> plan(List<ActiveRun> running, Instant now, Map<UUID, RunState> verdicts) {
        List<Move> moves = new ArrayList<>();
        for (ActiveRun run : running) {
            isolated(run, () -> {
                Plan plan = planner.plan(RunSnapshot.of(run, dagOf(run)), now);
                moves.addAll(plan.moves());
                if (plan.verdict() != null) {
                    verdicts.put(run.runId(), plan.verdict());
                }
            });
        }
        return moves;
    }

    /** Writes all moves in one transaction; if the store refuses it, run by run, so that one cannot hold up the others. */
    private List<Move> apply(List<Move> moves, long term) {
        if (moves.isEmpty()) {
            return List.of();
        }
        try {
            return ledgers.tasks().apply(moves, term);
        } catch (StoreException e) {
            LOG.warn("cannot write the plans of all runs at once, trying them one by one: {}", e.getMessage());
        }
        Map<UUID, List<Move>> byRun = new HashMap<>();
        moves.forEach(m -> byRun.computeIfAbsent(m.runId(), id -> new ArrayList<>()).add(m));
        List<Move> moved = new ArrayList<>();
        byRun.forEach((run, own) -> {
            try {
                moved.addAll(ledgers.tasks().apply(own, term));
            } catch (StoreException e) {
                LOG.warn("cannot write the plan of a run: run={}: {}", run, e.getMessage());
            }
        });
        return moved;
    }

    /** The ledger has written the rows of the trail with the moves; log and metrics follow. */
    private void tell(List<Move> moved, List<ActiveRun> running) {
        if (moved.isEmpty()) {
            return;
        }
        Map<UUID, ActiveRun> byId = byId(running);
        List<Decision> told = new ArrayList<>();
        for (Move move : moved) {
            ActiveRun run = byId.get(move.runId());
            told.addAll(MoveWords.of(move, run, dagOf(run)));
        }
        ledgers.chronicle().trail().written(told);
    }

    /** Writes verdicts; the answer is the queued runs that may start now. */
    private List<UUID> finish(Map<UUID, RunState> verdicts, List<ActiveRun> running, long term) {
        if (verdicts.isEmpty()) {
            return List.of();
        }
        Set<UUID> finished = Set.copyOf(ledgers.runs().finish(verdicts, term));
        List<RunMove> moves = running.stream()
                .filter(run -> finished.contains(run.runId()))
                .map(run -> new RunMove(subject(run), RunState.RUNNING, verdicts.get(run.runId())))
                .toList();
        moves.forEach(move -> LOG.info("run finished: {} run_id={} state={}", move.run(), move.run().dagRunId(),
                move.to().wireName()));
        ledgers.chronicle().moved(moves);
        return finished.isEmpty() ? List.of() : ledgers.runs().waitingBehind(finished);
    }

    private Dag dagOf(ActiveRun run) {
        return ledgers.dags()
                .dag(run.versionId())
                .orElseThrow(() -> new IllegalStateException("the run's DAG version is gone: " + run.versionId()));
    }

    /** Runs one run's part; what it throws is said once and stops with this run (R30). */
    private void isolated(ActiveRun run, Runnable part) {
        try {
            part.run();
            poisoned.remove(run.runId());
        } catch (RuntimeException e) {
            if (e instanceof StoreException failure && failure.mayPass()) {
                throw failure;
            }
            if (poisoned.add(run.runId())) {
                LOG.error("run cannot be planned, the others go on: dag={} run_id={} run={}", run.dagId(),
                        run.dagRunId(), run.runId(), e);
            }
        }
    }
}
