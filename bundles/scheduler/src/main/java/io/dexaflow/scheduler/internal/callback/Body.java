// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.callback;

import io.dexaflow.store.CallbackLedger.DueCallback;
import io.dexaflow.store.CallbackLedger.FailedRun;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/** What whoever is called gets to know: a JSON object of texts and numbers, without a secret. */
final class Body {

    private Body() {}

    /**
     * The object.
     *
     * @param baseUrl where the API is; null when nobody said
     */
    static String of(DueCallback due, String baseUrl) {
        FailedRun run = due.run();
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("callback_id", due.id().toString());
        fields.put("dag_id", run.dagId());
        fields.put("run_id", run.dagRunId());
        fields.put("task_id", due.task() == null ? null : due.task().taskId());
        fields.put("try_number", due.task() == null ? null : due.task().tryNumber());
        fields.put("state", "failed");
        fields.put("reason", due.reason());
        fields.put("failed_at", text(due.failedAt()));
        fields.put("logical_date", text(run.logicalDate()));
        fields.put("ds", run.logicalDate() == null ? null : run.logicalDate().toString().substring(0, 10));
        fields.put("data_interval_start", text(run.intervalStart()));
        fields.put("data_interval_end", text(run.intervalEnd()));
        fields.put("log_url", baseUrl == null ? null : logUrl(due, baseUrl));
        return json(fields);
    }

    /** Of a run there is no log; its task instances are where to look. */
    private static String logUrl(DueCallback due, String baseUrl) {
        String tasks = baseUrl + "/api/v2/dags/" + encoded(due.run().dagId()) + "/dagRuns/"
                + encoded(due.run().dagRunId()) + "/taskInstances";
        return due.task() == null ? tasks
                : tasks + "/" + encoded(due.task().taskId()) + "/logs/" + due.task().tryNumber();
    }

    private static String encoded(String segment) {
        return URLEncoder.encode(segment, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static String text(Instant instant) {
        return instant == null ? null : instant.toString();
    }

    private static String json(Map<String, Object> fields) {
        StringBuilder json = new StringBuilder("{");
        fields.forEach((name, value) -> {
            json.append(json.length() == 1 ? "" : ",").append('"').append(name).append("\":");
            if (value instanceof String text) {
                quoted(text, json);
            } else {
                json.append(value);
            }
        });
        return json.append('}').toString();
    }

    private static void quoted(String text, StringBuilder json) {
        json.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                json.append('\\').append(c);
            } else if (c < ' ' || Character.isSurrogate(c) || c == '\u2028' || c == '\u2029') {
                json.append(String.format("\\u%04x", (int) c));
            } else {
                json.append(c);
            }
        }
        json.append('"');
    }
}
