// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.itest.support;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.stream.StreamSupport;

/**
 * What the host answers to "why" about a task instance.
 *
 * @param json the answer
 */
public record Explanation(JsonNode json) {

    /** Asks. */
    public static Explanation of(LiteHost host, RunKey run, String taskId) {
        return new Explanation(host.api()
                .get("/dexaflow/v1/why/" + Api.escaped(run.dagId()) + "/" + Api.escaped(run.runId()) + "/"
                        + Api.escaped(taskId)));
    }

    private List<JsonNode> entries() {
        return StreamSupport.stream(json.get("entries").spliterator(), false).toList();
    }

    /** The labels of the decisions, the first one first. */
    public List<String> labels() {
        return entries().stream().map(entry -> entry.get("label").asText()).toList();
    }

    /** The sentence of the last decision with that label. */
    public String sentence(String label) {
        return last(label).get("sentence").asText();
    }

    /** How often the last decision with that label was repeated. */
    public int count(String label) {
        return last(label).get("count").asInt();
    }

    private JsonNode last(String label) {
        return entries().stream()
                .filter(entry -> entry.get("label").asText().equals(label))
                .reduce((first, second) -> second)
                .orElseThrow(() -> new AssertionError("no " + label + " in " + this));
    }

    @Override
    public String toString() {
        StringBuilder words = new StringBuilder();
        entries().forEach(entry -> words.append("\n  ").append(entry));
        return words.toString();
    }
}
