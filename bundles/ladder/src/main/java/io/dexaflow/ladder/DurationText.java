// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.ladder;

import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as people write and read them. */
final class DurationText {

    private static final Pattern SECONDS = Pattern.compile("(-?)(\\d+)");
    private static final Pattern UNITS = Pattern.compile("(-?)(?:(\\d+)d)?(?:(\\d+)h)?(?:(\\d+)m)?(?:(\\d+)s)?");
    private static final int[] UNIT_SECONDS = {86_400, 3_600, 60, 1};
    private static final int HOUR = 3_600;

    private DurationText() {}

    /**
     * Reads {@code 24h}, {@code 90m}, {@code 1h30m}, {@code 1d}, {@code 45s} or a number of seconds, each with an
     * optional minus before it.
     *
     * @throws IllegalArgumentException when it is none of these, or too long to be counted
     */
    static Duration parse(String text) {
        String trimmed = text.strip().toLowerCase(Locale.ROOT);
        Matcher seconds = SECONDS.matcher(trimmed);
        Matcher units = UNITS.matcher(trimmed);
        try {
            if (seconds.matches()) {
                return signed(seconds.group(1), Duration.ofSeconds(Long.parseLong(seconds.group(2))));
            }
            if (units.matches() && trimmed.length() > units.group(1).length()) {
                return signed(units.group(1), sum(units));
            }
        } catch (ArithmeticException | NumberFormatException tooLong) {
            throw new IllegalArgumentException("it is longer than can be counted", tooLong);
        }
        throw new IllegalArgumentException("it is not a duration");
    }

    /** Writes hours where they are whole, else seconds. */
    static String format(Duration duration) {
        long seconds = duration.toSeconds();
        if (seconds != 0 && seconds % HOUR == 0) {
            return seconds / HOUR + " h";
        }
        return seconds + " s";
    }

    private static Duration sum(Matcher units) {
        Duration sum = Duration.ZERO;
        for (int i = 0; i < UNIT_SECONDS.length; i++) {
            String digits = units.group(i + 2);
            if (digits != null) {
                sum = sum.plus(Duration.ofSeconds(UNIT_SECONDS[i]).multipliedBy(Long.parseLong(digits)));
            }
        }
        return sum;
    }

    private static Duration signed(String sign, Duration duration) {
        return sign.isEmpty() ? duration : duration.negated();
    }
}
