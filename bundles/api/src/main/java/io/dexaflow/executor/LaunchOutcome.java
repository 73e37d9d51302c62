// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.executor;

/** What became of a dispatch (R56). Words are for people: what happened, and what to do. */
public sealed interface LaunchOutcome {

    /** It was taken: an agent has it, or will have it, and the executor can tell whether it lives. */
    record Accepted() implements LaunchOutcome {}

    /** Not now: no capacity. Never counted; offered again after the base delay. */
    record BackPressure(String reason) implements LaunchOutcome {}

    /** It failed and may work later. Counted; offered again after a growing delay, six times in all. */
    record Rejected(String reason) implements LaunchOutcome {}

    /** It can never work. The task instance fails at once. */
    record Refused(String reason) implements LaunchOutcome {}

    /** The one instance anybody needs. */
    LaunchOutcome ACCEPTED = new Accepted();
}
