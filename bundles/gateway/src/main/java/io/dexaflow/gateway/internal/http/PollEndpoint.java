// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.gateway.internal.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dexaflow.agent.AssignmentSource;
import io.dexaflow.agent.Assignments;
import io.dexaflow.agent.WorkerPoll;
import io.dexaflow.executor.Attempt;
import io.dexaflow.gateway.internal.spec.SpecAnswer;
import io.dexaflow.gateway.internal.spec.SpecBook;
import io.dexaflow.gateway.internal.token.JwtAgentTokens;
import io.dexaflow.model.AttemptId;
import io.dexaflow.store.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets a worker wait for work of the executor that its token names. What it is to run comes with the work, which saves a
 * round trip before each task; where the store does not answer just now, or it would be too much for one answer, the
 * worker registers as it can anyway.
 */
final class PollEndpoint implements Endpoint {

    private static final Logger LOG = LoggerFactory.getLogger(PollEndpoint.class);

    /** Well within the time after which the server drops a silent connection. */
    private static final long LONGEST_WAIT_SECONDS = 30;

    /** An executor that is away may be back from a swap in a moment. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final JwtAgentTokens tokens;
    private final AssignmentSources sources;
    private final SpecBook specs;

    PollEndpoint(JwtAgentTokens tokens, AssignmentSources sources, SpecBook specs) {
        this.tokens = tokens;
        this.sources = sources;
        this.specs = specs;
    }

    @Override
    public ObjectNode answer(Call call) throws InterruptedException {
        WorkerPoll poll = poll(call);
        long seconds = Math.clamp(Call.number(call.body(), "wait_seconds"), 0, LONGEST_WAIT_SECONDS);
        Optional<AssignmentSource> source = sources.find(call.worker().executor(), PATIENCE);
        if (source.isEmpty() && !poll.acks().isEmpty()) {
            throw new UnavailableException("executor " + call.worker().executor()
                    + " is away; say again what you took when it is back");
        }
        Assignments told = source.isEmpty() ? Assignments.NONE
                : source.get().poll(poll, Duration.ofSeconds(seconds));
        ObjectNode answer = write(told);
        tokens.renew(call.worker()).ifPresent(token -> answer.put("worker_token", token));
        return answer;
    }

    private static WorkerPoll poll(Call call) {
        JsonNode body = call.body();
        WorkerPoll.Worker worker = new WorkerPoll.Worker(call.worker().workerId(), Call.text(body, "version"),
                Call.number(body, "pid"), Call.number(body, "start_ticks"), Call.text(body, "boot_id"),
                Call.text(body, "hostname"));
        List<AttemptId> running = call.items("running").stream().map(Call::attempt).toList();
        List<WorkerPoll.Ack> acks = new ArrayList<>();
        for (JsonNode ack : call.items("acks")) {
            boolean accepted = ack.path("accepted").asBoolean(false);
            acks.add(new WorkerPoll.Ack(Call.attempt(ack), accepted, accepted ? null : reason(ack)));
        }
        int free = Math.clamp(Call.number(body, "free"), 0, Integer.MAX_VALUE);
        return new WorkerPoll(worker, free, body.path("draining").asBoolean(false), running, acks);
    }

    private static String reason(JsonNode ack) {
        String reason = Words.cut(Call.text(ack, "reason"), 1000);
        return reason.isEmpty() ? "the agent gave no reason" : reason;
    }

    private ObjectNode write(Assignments told) {
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        ArrayNode start = answer.putArray("assignments");
        Map<AttemptId, SpecAnswer> answers = answers(told.start());
        long size = 0;
        for (Attempt attempt : told.start()) {
            ObjectNode assignment = start.addObject().put("task_instance", attempt.taskInstanceId().toString());
            SpecAnswer spec = answers.get(attempt.id());
            attempt(assignment, attempt.id()).put("token", attempt.token());
            if (size <= SpecJson.MOST_AT_ONCE) {
                SpecJson.put(assignment, spec);
            }
            size += SpecJson.size(spec);
        }
        ArrayNode stop = answer.putArray("stops");
        told.stop().forEach(id -> attempt(stop.addObject(), id));
        return answer.put("drain", told.drain());
    }

    private Map<AttemptId, SpecAnswer> answers(List<Attempt> start) {
        if (start.isEmpty()) {
            return Map.of();
        }
        try {
            return specs.answers(start.stream().collect(Collectors.toMap(Attempt::id, Attempt::facts)));
        } catch (StoreException e) {
            LOG.debug("assignments go out without specifications cause={}", e.getMessage());
            return Map.of();
        }
    }

    private static ObjectNode attempt(ObjectNode json, AttemptId id) {
        return json.put("run", id.runId().toString())
                .put("task", id.taskId())
                .put("try", id.tryNumber())
                .put("epoch",
                        id.epoch());
    }
}
