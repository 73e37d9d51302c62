// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.maintenance;

import io.dexaflow.executor.Signal;
import io.dexaflow.executor.Suspect;
import io.dexaflow.executor.TaskExecutor;
import io.dexaflow.executor.Verdict;
import io.dexaflow.reaper.OrphanRun;
import io.dexaflow.reaper.ReapContext;
import io.dexaflow.reaper.Reaper;
import io.dexaflow.store.ReapLedger.Mark;
import io.dexaflow.store.StoreException;
import io.dexaflow.trail.Decision;
import io.dexaflow.trail.Subject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One pass of one reaper: the one rule by which anything is marked (R84, design Seams). What cannot be certain is left for
 * the next cycle; a mark that is written stands, whatever happens after it (R87).
 */
final class ReapPass implements ReapContext {

    private static final Logger LOG = LoggerFactory.getLogger(ReapPass.class);

    private final Reaper reaper;
    private final DestructiveGate gate;
    private final Reaping tools;
    private final Predicate<UUID> mine;
    private final PassTally tally;

    /** A suspect, who has judged it, and how. */
    private record Judged(Suspect suspect, TaskExecutor executor, Verdict verdict) {}

    /**
     * @param mine the runs that this host moves
     * @param tally where the pass is counted
     */
    ReapPass(Reaper reaper, DestructiveGate gate, Reaping tools, Predicate<UUID> mine, PassTally tally) {
        this.reaper = reaper;
        this.gate = gate;
        this.tools = tools;
        this.mine = mine;
        this.tally = tally;
    }

    @Override
    public void reap(Signal signal, List<Suspect> listed) throws InterruptedException {
        List<Suspect> suspects = listed.stream().filter(s -> mine.test(s.attempt().runId())).toList();
        tally.candidates(suspects.size());
        List<Judged> judged = judge(signal, suspects);
        for (Judged one : judged) {
            if (one.verdict().kind() == Verdict.Kind.REAP && !mark(signal, one)) {
                return;
            }
        }
        for (Judged one : stopped(signal, judged)) {
            if (!mark(signal, one)) {
                return;
            }
        }
    }

    private List<Judged> judge(Signal signal, List<Suspect> suspects) {
        Map<String, List<Suspect>> byExecutor = new LinkedHashMap<>();
        for (Suspect suspect : suspects) {
            byExecutor.computeIfAbsent(tools.executors().resolve(suspect.executor()), n -> new ArrayList<>())
                    .add(suspect);
        }
        List<Judged> judged = new ArrayList<>();
        byExecutor.forEach((name, own) -> judged.addAll(judge(signal, name, own)));
        tell(judged.stream()
                .filter(one -> one.verdict().kind() == Verdict.Kind.DEFER)
                .map(one -> decision(one.verdict(), Decision.Kind.DEFERRAL, one.suspect()))
                .toList());
        return judged;
    }

    private List<Judged> judge(Signal signal, String name, List<Suspect> suspects) {
        TaskExecutor executor = tools.executors().find(name).orElse(null);
        if (executor == null) {
            return deferred(suspects, label("executor_absent"), "no bundle offers its executor '" + name + "'");
        }
        try {
            List<Verdict> verdicts = executor.judge(signal, suspects);
            if (verdicts != null && verdicts.size() == suspects.size()
                    && verdicts.stream().noneMatch(Objects::isNull)) {
                List<Judged> judged = new ArrayList<>();
                for (int i = 0; i < suspects.size(); i++) {
                    judged.add(new Judged(suspects.get(i), executor, verdicts.get(i)));
                }
                return judged;
            }
            return deferred(suspects, label("error"), "executor '" + name + "' gave no verdict for each");
        } catch (RuntimeException | LinkageError e) {
            LOG.warn("an executor cannot judge: executor={}", name, e);
            return deferred(suspects, label("error"), "executor '" + name + "' failed to judge: " + e);
        }
    }

    private static List<Judged> deferred(List<Suspect> suspects, String label, String words) {
        return suspects.stream().map(s -> new Judged(s, null, Verdict.defer(label, words, Map.of()))).toList();
    }

    /** Stops orphans side by side; a pass that is cut off meanwhile leaves all of them unmarked (R113, design 6.13). */
    private List<Judged> stopped(Signal signal, List<Judged> judged) throws InterruptedException {
        List<Judged> orphans = judged.stream()
                .filter(one -> one.verdict().kind() == Verdict.Kind.REAP_AFTER_STOP)
                .toList();
        if (orphans.isEmpty() || !open("gate_skip")) {
            return List.of();
        }
        List<Judged> dead = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<Verdict>> stops = new ArrayList<>();
            orphans.forEach(one -> stops.add(() -> one.executor().stopOrphan(signal, one.suspect())));
            List<Future<Verdict>> outcomes;
            try {
                outcomes = threads.invokeAll(stops);
            } catch (InterruptedException cut) {
                threads.shutdownNow();
                throw cut;
            }
            for (int i = 0; i < orphans.size(); i++) {
                Judged one = orphans.get(i);
                Verdict verdict = outcome(signal, outcomes.get(i));
                boolean gone = verdict.kind() == Verdict.Kind.REAP;
                tell(List.of(decision(verdict, gone ? Decision.Kind.NOOP : Decision.Kind.DEFERRAL, one.suspect())));
                if (gone) {
                    dead.add(new Judged(one.suspect(), one.executor(), verdict));
                }
            }
        }
        return dead;
    }

    private static Verdict outcome(Signal signal, Future<Verdict> outcome) throws InterruptedException {
        try {
            Verdict verdict = outcome.get();
            return verdict == null ? Verdict.defer(signal.label("orphan_stop_error"), "its executor gave no answer",
                    Map.of()) : verdict;
        } catch (ExecutionException e) {
            return Verdict.defer(signal.label("orphan_stop_error"), String.valueOf(e.getCause()), Map.of());
        }
    }

    /** Marks one; false when the pass must end. */
    private boolean mark(Signal signal, Judged one) throws InterruptedException {
        if (!open("gate_skip")) {
            return false;
        }
        Suspect suspect = one.suspect();
        String words = one.verdict().words();
        Decision decision =
                new Decision(reaper.name(), signal.label(), Decision.Kind.TRANSITION, Subject.of(suspect), words,
                        one.verdict().evidence());
        try {
            boolean provisional = one.executor().marksAreProvisional();
            String message = MarkWords.name(signal) + ": " + words;
            if (!tools.ledger().mark(new Mark(signal, suspect, message, provisional, decision), gate.term())) {
                tell(List.of(noop(label("noop"), Subject.of(suspect), "")));
                return true;
            }
        } catch (RuntimeException e) {
            tell(List.of(noop(label("error"), Subject.of(suspect), String.valueOf(e.getMessage()))));
            return true;
        }
        tally.marked(suspect.attempt().runId());
        written(decision);
        log(signal, suspect);
        return tearDown(signal, one);
    }

    private void log(Signal signal, Suspect suspect) {
        try {
            tools.log().markOnce(suspect.dagId(), suspect.attempt(), MarkWords.line(signal, suspect, tools.ladder()));
        } catch (RuntimeException e) {
            tell(List.of(noop(label("log_marker_error"), Subject.of(suspect), String.valueOf(e.getMessage()))));
        }
    }

    private boolean tearDown(Signal signal, Judged one) throws InterruptedException {
        if (!open("teardown_gate_skip")) {
            return false;
        }
        try {
            one.executor().stop(one.suspect().attempt());
        } catch (RuntimeException | LinkageError e) {
            tell(List.of(
                    noop(label("pod_delete_error"), Subject.of(one.suspect()), String.valueOf(e.getMessage()))));
        }
        return true;
    }

    @Override
    public void reapRuns(List<OrphanRun> listed) throws InterruptedException {
        List<OrphanRun> runs = listed.stream().filter(run -> mine.test(run.runId())).toList();
        tally.candidates(runs.size());
        for (OrphanRun run : runs) {
            if (!open("gate_skip")) {
                return;
            }
            if (reapRun(run)) {
                tally.marked(run.runId());
                if (!open("teardown_gate_skip")) {
                    return;
                }
                tools.executors().all().forEach(executor -> stopRun(executor, run));
            }
        }
    }

    private boolean reapRun(OrphanRun run) {
        Subject subject = Subject.run(run.runId(), run.dagId(), run.dagRunId());
        String words = run.quiet() == null ? "nothing left to run, and no activity at all"
                : "nothing left to run, and no activity for " + run.quiet().toSeconds() + " s";
        Decision decision =
                new Decision(reaper.name(), label("reaped"), Decision.Kind.TRANSITION, subject, words,
                        Map.of());
        try {
            boolean reaped = tools.ledger().reapRun(run, tools.ladder().orphanThreshold(), decision, gate.term());
            if (reaped) {
                written(decision);
            } else {
                tell(List.of(noop(label("reap_noop"), subject, "")));
            }
            return reaped;
        } catch (StoreException e) {
            tell(List.of(noop(label("reap_error"), subject, e.getMessage())));
            return false;
        }
    }

    private void stopRun(TaskExecutor executor, OrphanRun run) {
        try {
            executor.stopRun(run.runId());
        } catch (RuntimeException | LinkageError e) {
            tell(List.of(
                    noop(label("pod_delete_error"), Subject.run(run.runId(), run.dagId(), run.dagRunId()),
                            String.valueOf(e.getMessage()))));
        }
    }

    /** A label of this reaper's own, whatever made it ask (spec 3.11). */
    private String label(String outcome) {
        return reaper.label() + "_" + outcome;
    }

    /** The destructive gate (R78): the pass goes on only as this very leader, and while it is not cut off. */
    private boolean open(String outcome) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException("the pass is cut off");
        }
        if (gate.open()) {
            return true;
        }
        tell(List.of(noop(label(outcome), Subject.HOST, "")));
        return false;
    }

    /** Tells of something that went wrong with the pass as a whole. */
    void failed(String outcome, Throwable failure) {
        tell(List.of(noop(label(outcome), Subject.HOST, String.valueOf(failure.getMessage()))));
    }

    private Decision decision(Verdict verdict, Decision.Kind kind, Suspect suspect) {
        return new Decision(reaper.name(), verdict.label(), kind, Subject.of(suspect), verdict.words(),
                verdict.evidence());
    }

    private Decision noop(String label, Subject subject, String words) {
        return new Decision(reaper.name(), label, Decision.Kind.NOOP, subject, words == null ? "" : words, Map.of());
    }

    private void tell(List<Decision> decisions) {
        tally.count(decisions);
        tools.trail().record(decisions);
    }

    private void written(Decision decision) {
        tally.count(List.of(decision));
        tools.trail().written(List.of(decision));
    }
}
