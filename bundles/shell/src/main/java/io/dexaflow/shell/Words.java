// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.shell;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.stream.Collectors;

/** How people read values: times in UTC, to the second, as all commands have them. JSON has them whole. */
final class Words {

    private Words() {}

    /** A time; null is nothing. */
    static String time(Instant time) {
        return time == null ? "" : time.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    /** How long something took; null is nothing. */
    static String took(Duration time) {
        return time == null ? "" : time.toMillis() + " ms";
    }

    /** How many of each, by name. */
    static String counts(Map<String, Integer> counts) {
        return counts.entrySet()
                .stream()
                .sorted(Map.Entry.comparingByKey())
                .map(entry -> entry.getKey() + " " + entry.getValue())
                .collect(Collectors.joining(", "));
    }

    /** A text in one line; what would steer a terminal is shown as a question mark. */
    static String line(String text) {
        return text.strip().replaceAll("\\R+", " ").replaceAll("\\p{Cntrl}", "?");
    }
}
