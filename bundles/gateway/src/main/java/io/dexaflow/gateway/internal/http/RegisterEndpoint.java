// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.gateway.internal.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dexaflow.gateway.internal.http.Batch.Item;
import io.dexaflow.gateway.internal.spec.SpecAnswer;
import io.dexaflow.gateway.internal.spec.SpecAnswer.Superseded;
import io.dexaflow.gateway.internal.spec.SpecBook;
import io.dexaflow.gateway.internal.token.JwtAgentTokens;
import io.dexaflow.model.AttemptId;
import io.dexaflow.store.StoreException;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells agents what their attempts are to run (R188: Register and GetTaskSpec in one). */
final class RegisterEndpoint implements Endpoint {

    private static final Logger LOG = LoggerFactory.getLogger(RegisterEndpoint.class);

    private final JwtAgentTokens tokens;
    private final SpecBook specs;

    RegisterEndpoint(JwtAgentTokens tokens, SpecBook specs) {
        this.tokens = tokens;
        this.specs = specs;
    }

    @Override
    public ObjectNode answer(Call call) {
        Batch batch = Batch.of(call.items("attempts"), tokens);
        try {
            Map<AttemptId, SpecAnswer> answers =
                    specs.answers(batch.good().stream().map(item -> item.claims().attempt()).distinct().toList());
            long size = 0;
            for (Item item : batch.good()) {
                SpecAnswer answer = answers.get(item.claims().attempt());
                if (size <= SpecJson.MOST_AT_ONCE) {
                    write(item, answer);
                } else {
                    item.result().put(Batch.ERROR, Batch.UNAVAILABLE);
                }
                size += SpecJson.size(answer);
            }
        } catch (StoreException e) {
            LOG.debug("specifications wait for the database cause={}", e.getMessage());
            batch.unavailable();
        }
        return batch.answer("attempts");
    }

    private static void write(Item item, SpecAnswer answer) {
        ObjectNode result = item.result().put("task_instance", item.claims().taskInstanceId().toString());
        boolean superseded = answer instanceof Superseded;
        result.put("should_terminate", superseded);
        if (superseded) {
            LOG.info("register refused as stale {}", item.claims().attempt());
        }
        SpecJson.put(result, answer);
    }
}
