// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.executor;

import java.util.Map;
import java.util.Objects;

/**
 * An executor's answer about a suspect (design, Seams).
 *
 * @param kind what the reaper may do
 * @param label the decision label, one of {@link Signal#label()} and {@link Signal#label(String)}
 * @param words what it is based on, for people, without the label: {@code agent 4711 is alive (boot 3f2a…, ticks 88123)}
 * @param evidence the same for programs; names and values as texts
 */
public record Verdict(Kind kind, String label, String words, Map<String, String> evidence) {

    /** What the reaper may do; the first is what a forgotten assignment means (R102). */
    public enum Kind {
        /** Leave it alone; ask again in the next cycle. */
        DEFER,
        /** Only an orphan of it is left: stop that, and mark it if the stop says so. */
        REAP_AFTER_STOP,
        /** It is gone: mark it. */
        REAP
    }

    public Verdict {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(label, "label");
        Objects.requireNonNull(words, "words");
        evidence = Map.copyOf(evidence);
    }

    /** Leave it alone. */
    public static Verdict defer(String label, String words, Map<String, String> evidence) {
        return new Verdict(Kind.DEFER, label, words, evidence);
    }

    /** It is gone. */
    public static Verdict reap(String label, String words, Map<String, String> evidence) {
        return new Verdict(Kind.REAP, label, words, evidence);
    }

    /** An orphan of it is left. */
    public static Verdict reapAfterStop(String label, String words, Map<String, String> evidence) {
        return new Verdict(Kind.REAP_AFTER_STOP, label, words, evidence);
    }
}
