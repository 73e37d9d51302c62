// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
package io.dexaflow.executors.agent.http;

/** What became of a request. */
public sealed interface Answer {

    /**
     * It was answered with 200.
     *
     * @param body the answer
     */
    record Ok(JsonObject body) implements Answer {}

    /**
     * The host does not want this request, now or later.
     *
     * @param words status and what the body says
     */
    record Refused(String words) implements Answer {}

    /**
     * Not now: try again.
     *
     * @param words why
     */
    record Later(String words) implements Answer {}

    /** The worker's token is refused, and there is no other. */
    record Unauthorised() implements Answer {}
}
