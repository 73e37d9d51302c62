// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.schedule;

import java.util.List;

/** How often a DAG runs of itself: what the text of a schedule means (contract 3, R62). */
public sealed interface Recurrence {

    /** Never: somebody has to trigger it. */
    record Manual() implements Recurrence {}

    /** Exactly one run. */
    record Once() implements Recurrence {}

    /**
     * One run for each interval between two slots.
     *
     * @param expression when the slots are
     */
    record Cron(CronExpression expression) implements Recurrence {}

    /**
     * Reads a schedule.
     *
     * @param text five cron fields or one of {@link #words()}; null or blank for manual runs only
     * @throws ScheduleException when it is none of them, or can never match
     */
    static Recurrence parse(String text) {
        if (text == null || text.isBlank()) {
            return new Manual();
        }
        String word = text.strip();
        if (word.equals(Presets.ONCE)) {
            return new Once();
        }
        if (word.startsWith("@") && !Presets.CRON.containsKey(word)) {
            throw new ScheduleException("\"" + word + "\" is not known; known: " + String.join(", ", words()));
        }
        return new Cron(CronExpression.parse(Presets.CRON.getOrDefault(word, word)));
    }

    /** The words that may stand for five fields: the presets, the most frequent one first, and {@code @once}. */
    static List<String> words() {
        return Presets.WORDS;
    }
}
