// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.schedule;

import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One field of a cron expression.
 *
 * @param values what it matches, a bit for each number; never empty
 * @param isUnrestricted whether it matches everything, however that was written; {@code *&#47;2} is a restriction
 */
record CronField(long values, boolean isUnrestricted) {

    /** What stands for a number where there is none. */
    static final int NONE = -1;

    /** The second number of Sunday. */
    private static final int SUNDAY_TOO = 7;

    private static final Pattern ITEM = Pattern
            .compile("(?:\\*|([0-9]{1,4}|[a-z]{3})(?:-([0-9]{1,4}|[a-z]{3}))?)(?:/([0-9]{1,4}))?");

    /**
     * A field's limits.
     *
     * @param names the words for its numbers from {@code min} on; empty for none
     */
    record Kind(String name, int min, int max, List<String> names) {

        /** How many different values there are: Sunday has two numbers. */
        int count() {
            return max == SUNDAY_TOO ? SUNDAY_TOO : max - min + 1;
        }
    }

    static CronField parse(Kind kind, String text) {
        long values = 0;
        for (String item : text.toLowerCase(Locale.ROOT).split(",", -1)) {
            Matcher matcher = ITEM.matcher(item);
            if (!matcher.matches()) {
                throw refusal(kind, text,
                        "\"" + item + "\" is none of *, a number, a range a-b, or these with a step /n");
            }
            values |= values(kind, text, matcher);
        }
        if (kind.max() == SUNDAY_TOO && (values & bit(SUNDAY_TOO)) != 0) {
            values = values & ~bit(SUNDAY_TOO) | bit(0);
        }
        return new CronField(values, Long.bitCount(values) == kind.count());
    }

    private static long values(Kind kind, String text, Matcher item) {
        boolean all = item.group(1) == null;
        boolean single = item.group(2) == null && item.group(3) == null;
        int from = all ? kind.min() : number(kind, text, item.group(1));
        int end = single ? from : kind.max();
        int to = all ? kind.max() : item.group(2) == null ? end : number(kind, text, item.group(2));
        int step = item.group(3) == null ? 1 : Integer.parseInt(item.group(3));
        if (from > to) {
            throw refusal(kind, text, "the range runs backwards; write two ranges with a comma between them");
        }
        if (step < 1 || step > kind.max()) {
            throw refusal(kind, text, "the step must be 1 to " + kind.max());
        }
        long values = 0;
        for (int value = from; value <= to; value += step) {
            values |= bit(value);
        }
        return values;
    }

    private static int number(Kind kind, String text, String word) {
        int named = kind.names().indexOf(word);
        if (named >= 0) {
            return named + kind.min();
        }
        if (!Character.isDigit(word.charAt(0))) {
            throw refusal(kind, text, "\"" + word + "\" is not known");
        }
        int number = Integer.parseInt(word);
        if (number < kind.min() || number > kind.max()) {
            throw refusal(kind, text, number + " is not between " + kind.min() + " and " + kind.max());
        }
        return number;
    }

    private static ScheduleException refusal(Kind kind, String text, String why) {
        return new ScheduleException("the " + kind.name() + " field \"" + text + "\" is not valid: " + why);
    }

    boolean matches(int value) {
        return (values & bit(value)) != 0;
    }

    /** The smallest number that it matches. */
    int first() {
        return Long.numberOfTrailingZeros(values);
    }

    /** The largest number that it matches. */
    int last() {
        return Long.SIZE - 1 - Long.numberOfLeadingZeros(values);
    }

    /** The smallest number from this one on, or {@link #NONE}. */
    int atOrAfter(int value) {
        long rest = values & -bit(value);
        return rest == 0 ? NONE : Long.numberOfTrailingZeros(rest);
    }

    /** The largest number up to this one, or {@link #NONE}. */
    int atOrBefore(int value) {
        long rest = values & bit(value + 1) - 1;
        return rest == 0 ? NONE : Long.SIZE - 1 - Long.numberOfLeadingZeros(rest);
    }

    private static long bit(int value) {
        return 1L << value;
    }
}
