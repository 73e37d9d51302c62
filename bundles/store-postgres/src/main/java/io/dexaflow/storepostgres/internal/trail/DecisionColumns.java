// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal.trail;

import io.dexaflow.storepostgres.internal.sql.Words;
import io.dexaflow.trail.Decision;
import io.dexaflow.trail.Subject;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.function.Function;

/** Decisions as the columns of a batch. */
public record DecisionColumns(UUID[] taskInstances, UUID[] runs, String[] dags, String[] actors, String[] labels,
        String[] kinds, String[] words, String[] evidence, Integer[] tries, Integer[] epochs) {

    /** The decisions in their order. */
    public static DecisionColumns of(List<Decision> decisions) {
        return new DecisionColumns(
                decisions.stream().map(d -> d.subject().taskInstanceId()).toArray(UUID[]::new),
                decisions.stream().map(d -> d.subject().runId()).toArray(UUID[]::new),
                texts(decisions, d -> d.subject().dagId()),
                texts(decisions, Decision::actor),
                texts(decisions, Decision::label),
                texts(decisions, d -> d.kind().name().toLowerCase(Locale.ROOT)),
                texts(decisions, Decision::words),
                texts(decisions, d -> EvidenceCodec.json(d.evidence())),
                numbers(decisions, Subject::tryNumber),
                numbers(decisions, Subject::epoch));
    }

    private static String[] texts(List<Decision> decisions, Function<Decision, String> text) {
        return decisions.stream().map(text).map(t -> t == null ? "" : Words.storable(t)).toArray(String[]::new);
    }

    /** No try and no epoch are null in a row. */
    private static Integer[] numbers(List<Decision> decisions, Function<Subject, Integer> number) {
        return decisions.stream()
                .map(d -> d.subject().taskInstanceId() == null ? null : number.apply(d.subject()))
                .toArray(Integer[]::new);
    }
}
