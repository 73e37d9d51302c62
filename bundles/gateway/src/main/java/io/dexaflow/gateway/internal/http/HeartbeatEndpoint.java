// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.gateway.internal.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dexaflow.gateway.internal.http.Batch.Item;
import io.dexaflow.gateway.internal.token.JwtAgentTokens;
import io.dexaflow.store.AttemptLedger;
import io.dexaflow.store.AttemptLedger.Beats;
import io.dexaflow.store.StoreException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes heartbeats: one write for all of a request. What that write proves live gets a fresh token, what it proves stale
 * is told to stop; where there was no write, nothing is said (R192, T10, T11).
 */
final class HeartbeatEndpoint implements Endpoint {

    private static final Logger LOG = LoggerFactory.getLogger(HeartbeatEndpoint.class);

    private final JwtAgentTokens tokens;
    private final AttemptLedger ledger;

    HeartbeatEndpoint(JwtAgentTokens tokens, AttemptLedger ledger) {
        this.tokens = tokens;
        this.ledger = ledger;
    }

    @Override
    public ObjectNode answer(Call call) {
        Batch batch = Batch.of(call.items("beats"), tokens);
        if (!batch.good().isEmpty()) {
            stamp(batch.good());
        }
        // Here too, since an executor that is away answers no polls for as long as it is.
        return batch.answer("results")
                .put("worker_token",
                        tokens.forWorker(call.worker().workerId(), call.worker().executor()));
    }

    private void stamp(List<Item> items) {
        Beats beats;
        try {
            beats = ledger.heartbeat(items.stream().map(item -> item.claims().attempt()).toList());
        } catch (StoreException e) {
            LOG.debug("heartbeats wait for the database count={} cause={}", items.size(), e.getMessage());
            return;
        }
        for (int i = 0; i < items.size(); i++) {
            Item item = items.get(i);
            boolean live = beats.live().get(i);
            item.result().put("should_terminate", !live);
            if (live) {
                tokens.renew(item.claims(), beats.now()).ifPresent(token -> item.result().put("token", token));
            } else {
                LOG.info("heartbeat refused as stale {}", item.claims().attempt());
            }
        }
    }
}
