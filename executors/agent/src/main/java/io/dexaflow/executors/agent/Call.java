// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
package io.dexaflow.executors.agent;

import io.dexaflow.executors.agent.attempt.Attempt;
import io.dexaflow.executors.agent.http.JsonObject;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** One item that is to go to the host in a request, and what becomes of it. */
final class Call {

    final Attempt attempt;
    final CompletableFuture<Reply> reply = new CompletableFuture<>();
    /** When it may be tried; on the monotonic clock. */
    long readyAt = System.nanoTime();
    int failures;
    String sentToken;
    private final Map<String, Object> fields;

    /**
     * @param attempt whose it is
     * @param fields its fields but for the token, which may be renewed until it is sent
     */
    Call(Attempt attempt, Map<String, Object> fields) {
        this.attempt = attempt;
        this.fields = fields;
    }

    /** The item as it goes now. */
    Map<String, Object> item() {
        sentToken = attempt.token();
        Map<String, Object> item = new LinkedHashMap<>();
        item.put("token", sentToken);
        item.putAll(fields);
        return item;
    }

    /** What came back. */
    sealed interface Reply {

        /** The item's own result. */
        record Result(JsonObject result) implements Reply {}

        /** It will not be taken, now or later. */
        record Refused(String words) implements Reply {}
    }
}
