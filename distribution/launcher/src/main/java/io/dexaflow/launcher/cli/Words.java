// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.cli;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/** How values are written for people. */
final class Words {

    private Words() {}

    /** As {@code 0.3 s}, {@code 3 min 12 s}, {@code 2 h 05 min}; a dash for a negative number. */
    static String duration(double seconds) {
        if (seconds < 0) {
            return "-";
        }
        if (seconds < 60) {
            return String.format(Locale.ROOT, "%.1f s", seconds);
        }
        long whole = Math.round(seconds);
        if (whole < 3600) {
            return String.format(Locale.ROOT, "%d min %02d s", whole / 60, whole % 60);
        }
        return String.format(Locale.ROOT, "%d h %02d min", whole / 3600, whole % 3600 / 60);
    }

    /** A time of the API's as all commands have it: in UTC, to the second. */
    static String time(Object time) {
        return Instant.parse(String.valueOf(time)).truncatedTo(ChronoUnit.SECONDS).toString();
    }

    /** A text in one line; what would steer a terminal is shown as a question mark. */
    static String oneLine(Object text) {
        return String.valueOf(text).strip().replaceAll("\\R+", " ").replaceAll("\\p{Cntrl}", "?");
    }

    /** As {@code 1 task}, {@code 12 tasks}. */
    static String count(long number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }
}
