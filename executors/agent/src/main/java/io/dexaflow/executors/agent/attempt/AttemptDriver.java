// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
package io.dexaflow.executors.agent.attempt;

import io.dexaflow.executors.agent.http.JsonObject;
import io.dexaflow.executors.agent.process.Child;
import io.dexaflow.executors.agent.process.Command;
import io.dexaflow.executors.agent.process.GroupRecord;
import io.dexaflow.executors.agent.process.Processes;
import io.dexaflow.executors.agent.process.SpawnFailure;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/**
 * Drives one attempt from its registration to its end, in one thread: register, environment, RUNNING accepted, start,
 * group record, run, outputs, report, records away (R163). However it ends, its group is dead or being watched, its
 * heartbeats stop, and its slot is free.
 */
public final class AttemptDriver implements Runnable {

    private static final int SETUP_FAILED = 1;
    private static final int RESCHEDULE = 75;
    private static final int SKIPPED = 99;
    private static final long NO_OUTPUT = 0;

    private final Attempt attempt;
    private final Workplace workplace;
    private final Host host;
    private final JsonObject told;
    private TaskSpec spec;
    private TaskLog log;
    private Scratch scratch;
    private Child child;
    private boolean gone = true;
    private boolean accepted;

    /**
     * @param attempt the attempt, its agent record written
     * @param workplace what all attempts share
     * @param host the host
     * @param told what it is to run, if that came with the assignment; null to ask for it
     */
    public AttemptDriver(Attempt attempt, Workplace workplace, Host host, JsonObject told) {
        this.attempt = attempt;
        this.workplace = workplace;
        this.host = host;
        this.told = told;
    }

    @Override
    public void run() {
        try {
            drive();
        } catch (RuntimeException | Error bug) {
            workplace.log().warn("attempt failed inside the agent: " + attempt.id() + ": " + bug);
            attempt.kill();
            report(Outcome.failed(SETUP_FAILED, "the agent failed: " + bug));
        } finally {
            end();
        }
    }

    private void drive() {
        Optional<JsonObject> registered = told == null ? host.register(attempt) : Optional.of(told);
        if (registered.isEmpty()) {
            return;
        }
        try {
            Command command = prepare(registered.get());
            if (!host.running(attempt)) {
                return;
            }
            attempt.runningAccepted();
            if (attempt.stopReason() != null) {
                fail(SETUP_FAILED, "the agent was told to stop before the task began");
                return;
            }
            outcomeOf(command).ifPresent(this::report);
        } catch (TaskSetupException wrong) {
            fail(SETUP_FAILED, wrong.getMessage());
        } catch (SpawnFailure notStarted) {
            fail(notStarted.exitCode(), notStarted.getMessage());
        }
    }

    private Command prepare(JsonObject registered) throws TaskSetupException {
        if (registered.has("spec_error")) {
            log = logForWords(registered);
            throw new TaskSetupException(registered.text("spec_error"));
        }
        try {
            JsonObject sent = registered.object("spec");
            log = logForWords(sent);
            spec = TaskSpec.of(sent);
        } catch (IllegalArgumentException malformed) {
            throw new TaskSetupException("the host sent a task that cannot be run: " + malformed.getMessage());
        }
        log = new TaskLog(spec.logFile(), spec.logMaxBytes(), workplace.log());
        Scratch folder = new Scratch(spec.scratchDir() == null ? workplace.scratchFor(attempt) : spec.scratchDir());
        TaskEnvironment environment = TaskEnvironment.build(spec, workplace.environment(), folder);
        log.hide(SecretMask.of(environment.secrets()));
        if (!attempt.awaitPredecessor(workplace.predecessorWait())) {
            throw new TaskSetupException("an older execution of this try is still alive here and cannot be ended");
        }
        try {
            workplace.scratches().make(folder);
            scratch = folder;
        } catch (IOException failed) {
            throw new TaskSetupException(failed.getMessage());
        }
        return new Command(spec.argv(), environment.variables(), spec.workingDir());
    }

    /** For an attempt that may never run: its log says why. */
    private TaskLog logForWords(JsonObject sent) {
        String path = sent.fields().get("log_file") instanceof String file ? file : null;
        return new TaskLog(path, NO_OUTPUT, workplace.log());
    }

    /** Runs the command; empty if it was stopped and nothing is to be said. */
    private Optional<Outcome> outcomeOf(Command command) throws SpawnFailure {
        child = workplace.spawner().spawn(command);
        gone = false;
        attempt.started(child);
        String unrecorded = recordGroup();
        TaskEnd end = new TaskRun(attempt, child, log, workplace, spec.timeoutNanos()).run();
        gone = end.gone();
        if (gone) {
            attempt.groupGone();
        }
        if (unrecorded != null) {
            log.note(unrecorded);
            return Optional.of(Outcome.failed(code(end), unrecorded));
        }
        StopReason stop = attempt.stopReason();
        if (stop == StopReason.SHUTDOWN && killed(end)) {
            log.note("the agent was told to stop and has ended the task");
            return Optional.of(Outcome.failed(code(end), "the agent was told to stop and has ended the task"));
        }
        if (attempt.abandoned()) {
            log.note("the task was ended: "
                    + (stop == StopReason.HOST ? "the host said so" : "a newer execution took over"));
            workplace.log().info("attempt stopped: " + attempt.id() + " reason=" + stop);
            return Optional.empty();
        }
        return verdict(end);
    }

    private String recordGroup() {
        GroupRecord record = new GroupRecord(workplace.self().agentPid(), child.pid(), child.startTicks(),
                workplace.self().bootId(), attempt.id().epoch());
        try {
            attempt.writeGroupRecord(workplace.records(), record);
            return null;
        } catch (IOException failed) {
            attempt.kill();
            return "the task was ended since its process group could not be recorded: " + failed.getMessage();
        }
    }

    private Optional<Outcome> verdict(TaskEnd end) {
        int code = code(end);
        if (end.timedOut() || end.status() == null) {
            String words = end.timedOut() ? spec.timeoutWords() : "the task does not die";
            log.note(words);
            return Optional.of(Outcome.failed(code, words));
        }
        if (end.status().signal() != 0) {
            log.note("the task was " + end.status().words());
            return Optional.of(Outcome.failed(code, end.status().words()));
        }
        return switch (code) {
            case 0 -> delivered();
            case RESCHEDULE -> Optional.of(rescheduled(code));
            case SKIPPED -> Optional.of(Outcome.skipped(code));
            default -> Optional.of(Outcome.failed(code, null));
        };
    }

    private Outcome rescheduled(int code) {
        try {
            return Outcome.reschedule(TaskOutputs.rescheduleAt(scratch));
        } catch (OutputRefused noTime) {
            String words = "exit code 75 asks to be looked at again, but " + noTime.getMessage();
            log.note(words);
            return Outcome.failed(code, words);
        }
    }

    /** Success only once every output has been taken (R175, R176). */
    private Optional<Outcome> delivered() {
        if (scratch.untouched()) {
            return Optional.of(Outcome.success());
        }
        try {
            for (Map<String, Object> outputs : TaskOutputs.collect(scratch)) {
                Host.Delivery delivery = host.push(attempt, outputs);
                if (delivery.rejection() != null) {
                    throw new OutputRefused(delivery.rejection());
                }
                if (!delivery.droppedLinks().isEmpty()) {
                    log.note("links that are not http or https were left out: " + delivery.droppedLinks());
                }
            }
            return Optional.of(Outcome.success());
        } catch (OutputRefused refused) {
            String words = "output undelivered: " + refused.getMessage();
            log.note(words);
            return Optional.of(Outcome.failed(0, words));
        }
    }

    private void fail(int exitCode, String words) {
        if (log != null) {
            log.note(words);
        }
        report(Outcome.failed(exitCode, words));
    }

    private void report(Outcome outcome) {
        if (attempt.beginReport()) {
            accepted = host.report(attempt, outcome);
            if (!outcome.state().equals("success")) {
                workplace.log()
                        .info("attempt ended: " + attempt.id() + " state=" + outcome.state() + " exit="
                                + outcome.exitCode() + " accepted=" + accepted
                                + (outcome.error() == null ? "" : " error=" + outcome.error()));
            }
        } else {
            workplace.log().info("attempt stopped: " + attempt.id() + " reason=" + attempt.stopReason());
        }
    }

    /** Whatever goes wrong here, the slot is freed and no record says that it lives. */
    private void end() {
        attempt.ended();
        try {
            putAway();
        } catch (RuntimeException | Error bug) {
            workplace.log().warn("attempt failed inside the agent at its end: " + attempt.id() + ": " + bug);
        } finally {
            try {
                if (gone) {
                    release();
                }
            } finally {
                workplace.ended(attempt, gone ? null : child, accepted);
            }
        }
    }

    private void putAway() {
        if (log != null) {
            log.close();
        }
        try {
            if (scratch != null) {
                workplace.scratches().release(scratch, gone && scratch.untouched());
            }
        } catch (IOException left) {
            workplace.log().warn("outputs stay behind: " + attempt.id() + ": " + left.getMessage());
        }
    }

    private void release() {
        if (child != null) {
            child.close();
        }
        attempt.groupGone();
        try {
            attempt.removeRecords(workplace.records());
        } catch (IOException left) {
            workplace.log().warn("records stay behind for now: " + attempt.id() + ": " + left.getMessage());
        }
    }

    /** A task that came to its own end just before keeps its own verdict. */
    private static boolean killed(TaskEnd end) {
        return end.status() == null || end.status().signal() == Processes.SIGKILL;
    }

    private static int code(TaskEnd end) {
        return end.status() == null ? 255 : end.status().code();
    }
}
