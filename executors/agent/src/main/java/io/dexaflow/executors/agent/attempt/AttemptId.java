// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
package io.dexaflow.executors.agent.attempt;

import io.dexaflow.executors.agent.http.JsonObject;
import io.dexaflow.executors.agent.process.AttemptKey;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An attempt: run, task, try, and the epoch that fences it off from other executions of the same try.
 *
 * @param key run, task and try
 * @param epoch the epoch
 */
public record AttemptId(AttemptKey key, int epoch) {

    /** From the fields {@code run}, {@code task}, {@code try}, {@code epoch}. */
    public static AttemptId of(JsonObject fields) {
        return new AttemptId(new AttemptKey(fields.text("run"), fields.text("task"), fields.integer("try")),
                fields.integer("epoch"));
    }

    /** The same fields, to be written. */
    public Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("run", key.run());
        fields.put("task", key.task());
        fields.put("try", key.tryNumber());
        fields.put("epoch", epoch);
        return fields;
    }

    /** For log lines. */
    @Override
    public String toString() {
        return key + " epoch=" + epoch;
    }
}
