// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
package io.dexaflow.executors.agent;

import io.dexaflow.executors.agent.attempt.Attempt;
import io.dexaflow.executors.agent.attempt.AttemptDriver;
import io.dexaflow.executors.agent.attempt.AttemptId;
import io.dexaflow.executors.agent.attempt.Host;
import io.dexaflow.executors.agent.attempt.StopReason;
import io.dexaflow.executors.agent.attempt.Workplace;
import io.dexaflow.executors.agent.http.Answer;
import io.dexaflow.executors.agent.http.Backoff;
import io.dexaflow.executors.agent.http.HostClient;
import io.dexaflow.executors.agent.http.JsonObject;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * Asks for work, in one thread: says what runs here, hears what is to start and to stop. An attempt's record is written
 * here, before its acknowledgement goes out with the next poll; one whose record cannot be written is refused alone.
 */
final class PollLoop implements Runnable {

    private static final Duration SHORT = Duration.ofSeconds(1);
    private static final long HASTY_NANOS = Duration.ofMillis(100).toNanos();
    private static final long LOOK_NANOS = Duration.ofMillis(200).toNanos();

    private final HostClient client;
    private final Host host;
    private final AttemptTable table;
    private final Workplace workplace;
    private final Manner manner;
    private final List<Map<String, Object>> acks = new ArrayList<>();
    private volatile boolean assigned;
    private boolean heardNothing;
    private boolean keptOpen;

    /**
     * How this agent works.
     *
     * @param identity what a poll says of it
     * @param once whether the first attempt is the last
     * @param idle after how long without an attempt it ends
     * @param drivers runs the drivers
     * @param hostIsBack is run when the host answers after it did not
     */
    record Manner(Map<String, Object> identity, boolean once, Duration idle, Executor drivers, Runnable hostIsBack) {}

    PollLoop(HostClient client, Host host, AttemptTable table, Workplace workplace, Manner manner) {
        this.client = client;
        this.host = host;
        this.table = table;
        this.workplace = workplace;
        this.manner = manner;
    }

    @Override
    public void run() {
        Backoff backoff = new Backoff(workplace.timing().retryUnit());
        int failures = 0;
        try {
            while (!Thread.currentThread().isInterrupted()) {
                long began = System.nanoTime();
                if (poll()) {
                    if (failures > 0) {
                        workplace.log().over("poll", "host gives work again");
                        manner.hostIsBack.run();
                    }
                    failures = 0;
                    rest(began);
                } else {
                    failures++;
                    pause(backoff.nanos(failures));
                }
                closeIfIdle();
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Between two polls. One that the host keeps open could not tell of a slot that is freed meanwhile, so a full agent
     * asks shortly, and at once when a slot is free. An agent whose polls come back at once and empty, as they do while
     * it drains, asks shortly too and not all the time.
     */
    private void rest(long began) throws InterruptedException {
        if (!acks().isEmpty()) {
            return;
        }
        if (!keptOpen) {
            table.awaitFree(SHORT.toNanos());
        } else if (heardNothing && System.nanoTime() - began < HASTY_NANOS) {
            synchronized (acks) {
                acks.wait(SHORT.toMillis());
            }
        }
    }

    private boolean poll() {
        List<Map<String, Object>> sent = acks();
        int free = table.free();
        keptOpen = free > 0 || table.closed();
        Duration wait = keptOpen ? longestWait() : Duration.ZERO;
        Map<String, Object> body = new LinkedHashMap<>(manner.identity);
        body.put("free", free);
        body.put("draining", table.closed() && !(manner.once && assigned));
        body.put("wait_seconds", (int) wait.toSeconds());
        body.put("running", table.active().stream().map(attempt -> attempt.id().fields()).toList());
        body.put("acks", sent);
        try {
            return switch (client.post("/agent/v1/poll", body, wait)) {
                case Answer.Ok ok -> {
                    acked(sent);
                    take(ok.body());
                    yield true;
                }
                case Answer.Later later -> failed(later.words());
                case Answer.Refused refused -> failed(refused.words());
                case Answer.Unauthorised unauthorised -> {
                    if (client.token().hopeless()) {
                        table.close("the worker's token is refused");
                    }
                    yield failed("the worker's token is refused");
                }
            };
        } catch (RuntimeException malformed) {
            return failed(malformed.toString());
        }
    }

    /** No longer than this agent has left to be idle. */
    private Duration longestWait() {
        Duration wait = workplace.timing().pollWait();
        if (!table.isEmpty()) {
            return wait;
        }
        Duration left = manner.idle.minusNanos(table.emptyNanos()).plusSeconds(1);
        return left.compareTo(wait) < 0 ? Duration.ofSeconds(Math.max(1, left.toSeconds())) : wait;
    }

    private boolean failed(String why) {
        workplace.log().trouble("poll", "host gives no work, trying again: " + why);
        return false;
    }

    private void take(JsonObject answer) {
        List<JsonObject> stops = answer.objects("stops");
        List<JsonObject> assignments = answer.objects("assignments");
        heardNothing = stops.isEmpty() && assignments.isEmpty();
        if (answer.has("worker_token")) {
            client.token().renew(answer.text("worker_token"));
        }
        if (answer.flag("drain") && !table.closed()) {
            workplace.log().info("draining: the host gives no more work to this agent");
            table.close("this agent is being drained");
        }
        for (JsonObject stop : stops) {
            table.stop(AttemptId.of(stop), StopReason.HOST);
        }
        for (JsonObject assignment : assignments) {
            assign(assignment);
        }
    }

    private void assign(JsonObject assignment) {
        AttemptId id = AttemptId.of(assignment);
        switch (table.accept(id, assignment.textOrNull("task_instance"), assignment.text("token"))) {
            case AttemptTable.Decision.Start start -> start(start.attempt(), assignment);
            case AttemptTable.Decision.Again again -> acknowledge(id, null);
            case AttemptTable.Decision.Refuse refuse -> acknowledge(id, refuse.reason());
        }
    }

    private void start(Attempt attempt, JsonObject assignment) {
        assigned = true;
        if (manner.once) {
            table.close("this agent runs one attempt and no more");
        }
        try {
            attempt.writeAgentRecord(workplace.records(), workplace.recordFor(attempt));
            boolean told = assignment.has("spec") || assignment.has("spec_error");
            manner.drivers.execute(new AttemptDriver(attempt, workplace, host, told ? assignment : null));
            acknowledge(attempt.id(), null);
        } catch (IOException failed) {
            refuse(attempt, "cannot write its record: " + failed.getMessage());
        } catch (RejectedExecutionException | OutOfMemoryError noThread) {
            refuse(attempt, "cannot start a thread for it: " + noThread.getMessage());
        }
    }

    private void refuse(Attempt attempt, String reason) {
        workplace.log().warn("attempt refused: " + attempt.id() + ": " + reason);
        attempt.groupGone();
        try {
            attempt.removeRecords(workplace.records());
        } catch (IOException left) {
            workplace.log().warn("records stay behind: " + attempt.id() + ": " + left.getMessage());
        }
        table.abandon(attempt);
        acknowledge(attempt.id(), reason);
    }

    private void acknowledge(AttemptId id, String refusal) {
        Map<String, Object> ack = id.fields();
        ack.put("accepted", refusal == null);
        if (refusal != null) {
            ack.put("reason", refusal);
        }
        synchronized (acks) {
            acks.add(ack);
        }
    }

    /** Whether this agent was ever given an attempt. */
    boolean assigned() {
        return assigned;
    }

    /** Acknowledgements that no answered poll has carried yet. */
    List<Map<String, Object>> acks() {
        synchronized (acks) {
            return List.copyOf(acks);
        }
    }

    private void acked(List<Map<String, Object>> sent) {
        synchronized (acks) {
            acks.subList(0, sent.size()).clear();
        }
    }

    /**
     * Between two polls, when no answer with work can be on its way. While there is no host an idle agent does not wait
     * long: the next host starts one of its own.
     */
    private void closeIfIdle() {
        Duration leftAlone = workplace.timing().leftAlone();
        Duration idle = client.hostIsGone() && leftAlone.compareTo(manner.idle) < 0 ? leftAlone : manner.idle;
        if (!table.closed() && acks().isEmpty() && table.emptyNanos() > idle.toNanos()) {
            workplace.log().info("ending: nothing to do for " + idle.toSeconds() + " s");
            table.close("this agent has had nothing to do and ends");
        }
    }

    /** Waits before the next try, but not when a host has just come up. */
    private void pause(long nanos) throws InterruptedException {
        long end = System.nanoTime() + nanos;
        for (long left = nanos; left > 0 && !client.hostHasComeUp(); left = end - System.nanoTime()) {
            synchronized (acks) {
                acks.wait(Math.max(1, Math.min(left, LOOK_NANOS) / 1_000_000));
            }
        }
    }
}
