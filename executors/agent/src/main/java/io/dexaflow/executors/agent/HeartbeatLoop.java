// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
package io.dexaflow.executors.agent;

import io.dexaflow.executors.agent.attempt.Attempt;
import io.dexaflow.executors.agent.attempt.StopReason;
import io.dexaflow.executors.agent.http.Answer;
import io.dexaflow.executors.agent.http.HostClient;
import io.dexaflow.executors.agent.http.JsonObject;
import io.dexaflow.executors.agent.support.AgentLog;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Says every 15 s that the attempts live, all in one request (R169). A beat that fails changes nothing: the token stays,
 * the task goes on, the next beat is due in time.
 */
final class HeartbeatLoop implements Runnable {

    private final HostClient client;
    private final AttemptTable table;
    private final String worker;
    private final long period;
    private final AgentLog log;

    HeartbeatLoop(HostClient client, AttemptTable table, String worker, Duration period, AgentLog log) {
        this.client = client;
        this.table = table;
        this.worker = worker;
        this.period = period.toNanos();
        this.log = log;
    }

    @Override
    public void run() {
        long next = System.nanoTime() + period;
        try {
            while (true) {
                synchronized (this) {
                    for (long left = next - System.nanoTime(); left > 0; left = next - System.nanoTime()) {
                        TimeUnit.NANOSECONDS.timedWait(this, left);
                    }
                }
                next = Math.max(next + period, System.nanoTime());
                beat();
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private void beat() {
        List<Attempt> beating = table.active().stream().filter(Attempt::beating).toList();
        if (beating.isEmpty()) {
            return;
        }
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("worker", worker);
        body.put("beats", beating.stream().map(attempt -> Map.of("token", attempt.token())).toList());
        try {
            if (client.post("/agent/v1/heartbeats", body) instanceof Answer.Ok ok) {
                if (ok.body().has("worker_token")) {
                    client.token().renew(ok.body().text("worker_token"));
                }
                List<JsonObject> results = ok.body().objects("results");
                for (int i = 0; i < Math.min(results.size(), beating.size()); i++) {
                    heard(beating.get(i), results.get(i));
                }
                log.over("beat", "heartbeats are heard again");
            } else {
                log.trouble("beat", "heartbeats are not heard; tasks go on");
            }
        } catch (RuntimeException malformed) {
            log.trouble("beat", "heartbeats are not heard; tasks go on: " + malformed);
        }
    }

    private void heard(Attempt attempt, JsonObject result) {
        if (result.has("token")) {
            attempt.renew(result.text("token"));
        }
        if (result.flag("should_terminate")) {
            attempt.requestStop(StopReason.HOST);
        }
    }
}
