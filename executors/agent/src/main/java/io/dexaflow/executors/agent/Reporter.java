// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
package io.dexaflow.executors.agent;

import io.dexaflow.executors.agent.Call.Reply;
import io.dexaflow.executors.agent.attempt.Attempt;
import io.dexaflow.executors.agent.http.Answer;
import io.dexaflow.executors.agent.http.Backoff;
import io.dexaflow.executors.agent.http.HostClient;
import io.dexaflow.executors.agent.http.JsonObject;
import io.dexaflow.executors.agent.support.AgentLog;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Sends registrations and reports, in one thread: what comes while a request is on its way goes together in the next
 * one, so load makes batches and an idle agent waits for nothing. What the host cannot take now is tried again without
 * an end (R181); what it will not take is not (R182).
 */
final class Reporter implements Runnable {

    private final HostClient client;
    private final Backoff backoff;
    private final AgentLog log;
    private final Lane registrations;
    private final Lane reports;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    /**
     * @param client the way to the host
     * @param backoff the retry delays
     * @param identity what a registration says of this agent, {@code worker} among it
     * @param log the agent's log
     */
    Reporter(HostClient client, Backoff backoff, Map<String, Object> identity, AgentLog log) {
        this.client = client;
        this.backoff = backoff;
        this.log = log;
        this.registrations = new Lane("/agent/v1/register", "attempts", "attempts", identity);
        this.reports = new Lane("/agent/v1/reports", "reports", "results",
                Map.of("worker", identity.get("worker")));
    }

    /** Queues a registration. */
    CompletableFuture<Reply> register(Attempt attempt) {
        return add(registrations, new Call(attempt, Map.of()));
    }

    /** Queues a report. */
    CompletableFuture<Reply> report(Attempt attempt, Map<String, Object> fields) {
        return add(reports, new Call(attempt, fields));
    }

    /** The host is back: nothing needs to wait for its delay. */
    void hurry() {
        lock.lock();
        try {
            long now = System.nanoTime();
            registrations.hurry(now);
            reports.hurry(now);
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void run() {
        try {
            while (true) {
                List<Call> starting;
                List<Call> ending;
                lock.lockInterruptibly();
                try {
                    long now = System.nanoTime();
                    starting = registrations.takeReady(now);
                    ending = reports.takeReady(now);
                    if (starting.isEmpty() && ending.isEmpty()) {
                        long nanos = Math.min(registrations.nanosToNext(now), reports.nanosToNext(now));
                        if (nanos > 0) {
                            changed.awaitNanos(nanos);
                        }
                    }
                } finally {
                    lock.unlock();
                }
                send(reports, ending);
                send(registrations, starting);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private CompletableFuture<Reply> add(Lane lane, Call call) {
        lock.lock();
        try {
            lane.add(call);
            changed.signal();
        } finally {
            lock.unlock();
        }
        return call.reply;
    }

    private void send(Lane lane, List<Call> calls) {
        if (calls.isEmpty()) {
            return;
        }
        try {
            Map<String, Object> body = new LinkedHashMap<>(lane.head);
            body.put(lane.items, calls.stream().map(Call::item).toList());
            sort(lane, calls, client.post(lane.path, body));
        } catch (RuntimeException unexpected) {
            again(lane, calls, unexpected.toString());
        }
    }

    private void sort(Lane lane, List<Call> calls, Answer answer) {
        switch (answer) {
            case Answer.Ok ok -> results(lane, calls, ok.body());
            case Answer.Later later -> again(lane, calls, later.words());
            case Answer.Unauthorised unauthorised when client.token().hopeless() ->
                    calls.forEach(call -> call.reply.complete(new Reply.Refused("the worker's token is refused")));
            case Answer.Unauthorised unauthorised -> again(lane, calls, "the worker's token is refused");
            // One malformed item must not take the others with it.
            case Answer.Refused refused when calls.size() > 1 -> calls.forEach(call -> send(lane, List.of(call)));
            case Answer.Refused refused -> calls.getFirst().reply.complete(new Reply.Refused(refused.words()));
        }
    }

    private void results(Lane lane, List<Call> calls, JsonObject body) {
        List<JsonObject> results = body.objects(lane.results);
        if (results.size() != calls.size()) {
            again(lane, calls, results.size() + " results for " + calls.size() + " items");
            return;
        }
        log.over("host", "host answers again");
        List<Call> unavailable = new ArrayList<>();
        for (int i = 0; i < results.size(); i++) {
            Call call = calls.get(i);
            String error = results.get(i).textOrNull("error");
            if (error == null) {
                call.reply.complete(new Reply.Result(results.get(i)));
            } else if (error.equals("unavailable")) {
                unavailable.add(call);
            } else if (error.equals("unauthenticated") && !call.attempt.token().equals(call.sentToken)) {
                // A heartbeat brought a new token while this one was on its way.
                add(lane, call);
            } else {
                call.reply.complete(new Reply.Refused(error));
            }
        }
        again(lane, unavailable, "unavailable");
    }

    private void again(Lane lane, List<Call> calls, String why) {
        if (calls.isEmpty()) {
            return;
        }
        log.trouble("host", "host does not take what is to be said, trying again: " + why);
        lock.lock();
        try {
            long now = System.nanoTime();
            long delay = 0;
            for (Call call : calls) {
                call.failures++;
                // Calls that failed as often, together, stay together.
                delay = delay == 0 || call.failures != calls.getFirst().failures
                        ? backoff.nanos(call.failures)
                        : delay;
                call.readyAt = now + delay;
                lane.add(call);
            }
        } finally {
            lock.unlock();
        }
    }
}
