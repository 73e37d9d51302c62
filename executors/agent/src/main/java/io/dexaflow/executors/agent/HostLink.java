// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
package io.dexaflow.executors.agent;

import io.dexaflow.executors.agent.Call.Reply;
import io.dexaflow.executors.agent.attempt.Attempt;
import io.dexaflow.executors.agent.attempt.Host;
import io.dexaflow.executors.agent.attempt.Outcome;
import io.dexaflow.executors.agent.http.Answer;
import io.dexaflow.executors.agent.http.Backoff;
import io.dexaflow.executors.agent.http.HostClient;
import io.dexaflow.executors.agent.http.JsonObject;
import io.dexaflow.executors.agent.support.AgentLog;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;

/**
 * What drivers ask of the host, over the reporter; outputs, which can be large, go from the driver's own thread so that
 * they hold up nobody's report.
 */
final class HostLink implements Host {

    private final HostClient client;
    private final Reporter reporter;
    private final Backoff backoff;
    private final Map<String, Object> identity;
    private final AgentLog log;

    HostLink(HostClient client, Reporter reporter, Backoff backoff, Map<String, Object> identity, AgentLog log) {
        this.client = client;
        this.reporter = reporter;
        this.backoff = backoff;
        this.identity = identity;
        this.log = log;
    }

    @Override
    public Optional<JsonObject> register(Attempt attempt) {
        return result(attempt, "register", reporter.register(attempt))
                .filter(result -> !result.flag("should_terminate"));
    }

    @Override
    public boolean running(Attempt attempt) {
        Map<String, Object> fields = Map.of("state", "running", "hostname", identity.get("hostname"));
        return result(attempt, "running", reporter.report(attempt, fields))
                .filter(result -> !result.flag("should_terminate"))
                .isPresent();
    }

    @Override
    public boolean report(Attempt attempt, Outcome outcome) {
        return result(attempt, "report", reporter.report(attempt, outcome.fields()))
                .filter(result -> !result.flag("should_terminate"))
                .isPresent();
    }

    @Override
    public Delivery push(Attempt attempt, Map<String, Object> outputs) {
        for (int failures = 1; !attempt.abandoned(); failures++) {
            String token = attempt.token();
            Map<String, Object> body = new LinkedHashMap<>();
            body.put("worker", identity.get("worker"));
            body.put("token", token);
            body.putAll(outputs);
            Delivery delivery = switch (client.post("/agent/v1/outputs", body)) {
                case Answer.Ok ok -> delivery(ok.body(), attempt.token().equals(token));
                case Answer.Refused refused -> Delivery.rejected(refused.words());
                case Answer.Unauthorised unauthorised when client.token().hopeless() ->
                        Delivery.rejected("the worker's token is refused");
                default -> null;
            };
            if (delivery != null) {
                return delivery;
            }
            attempt.pause(backoff.nanos(failures));
        }
        return Delivery.rejected("the attempt was ended");
    }

    /** What the answer says; null if it is to be tried again. */
    private static Delivery delivery(JsonObject answer, boolean sameToken) {
        if (answer.flag("accepted")) {
            return new Delivery(null, answer.texts("dropped_links"));
        }
        if (answer.has("rejection")) {
            return Delivery.rejected(answer.text("rejection"));
        }
        String error = answer.textOrNull("error");
        return error == null || error.equals("unavailable") || !sameToken ? null : Delivery.rejected(error);
    }

    /** Waits for the reply; empty if there is none to be had. */
    private Optional<JsonObject> result(Attempt attempt, String what, CompletableFuture<Reply> reply) {
        try {
            return switch (attempt.cancellable(reply).join()) {
                case Reply.Result result -> Optional.of(result.result());
                case Reply.Refused refused -> {
                    log.warn("refused: " + what + " " + attempt.id() + ": " + refused.words());
                    yield Optional.empty();
                }
            };
        } catch (CancellationException stopped) {
            return Optional.empty();
        }
    }
}
