// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.trail;

import java.util.Map;
import java.util.Objects;

/**
 * Something that was decided, or was left undecided, about a task instance, a run, or the host as a whole.
 *
 * @param actor who: {@code planner}, {@code dispatcher}, a reaper's name, {@code agent}, {@code maintenance}, or
 *            {@code user NAME}
 * @param label the decision label (spec 3.11, design 6.30); for an agent's report, {@code report_} and the state
 * @param kind what it did
 * @param subject what it is about
 * @param words what it was based on, for people; empty where the label says it all
 * @param evidence the same for programs
 */
public record Decision(String actor, String label, Kind kind, Subject subject, String words,
        Map<String, String> evidence) {

    /** What a decision did. */
    public enum Kind {
        /** It moved a row. */
        TRANSITION,
        /** It left something for later; the same again only counts. */
        DEFERRAL,
        /** It tried, and a guard or an error kept it from writing. */
        NOOP
    }

    public Decision {
        Objects.requireNonNull(actor, "actor");
        Objects.requireNonNull(label, "label");
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(subject, "subject");
        Objects.requireNonNull(words, "words");
        evidence = Map.copyOf(evidence);
    }
}
