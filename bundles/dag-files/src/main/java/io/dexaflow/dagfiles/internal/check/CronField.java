// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.dagfiles.internal.check;

import io.dexaflow.dagfiles.internal.check.CronExpression.CronException;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One field of a cron expression.
 *
 * @param values what it matches
 * @param isUnrestricted whether it matches everything, which leaves the choice to the other day field; {@code *&#47;2}
 *     is a restriction, as Airflow has it
 */
record CronField(BitSet values, boolean isUnrestricted) {

    /** The second number of Sunday. */
    private static final int SUNDAY_TOO = 7;

    private static final Pattern ITEM = Pattern
            .compile("(?:\\*|([0-9]{1,4}|[a-z]{3})(?:-([0-9]{1,4}|[a-z]{3}))?)(?:/([0-9]{1,4}))?");

    /**
     * A field's limits.
     *
     * @param names the words for its numbers from {@code min} on; empty for none
     */
    record Kind(String name, int min, int max, List<String> names) {}

    static CronField parse(Kind kind, String text) throws CronException {
        BitSet values = new BitSet();
        for (String item : text.toLowerCase(Locale.ROOT).split(",", -1)) {
            Matcher matcher = ITEM.matcher(item);
            if (!matcher.matches()) {
                throw refusal(kind, text,
                        "\"" + item + "\" is none of *, a number, a range a-b, or these with a step /n");
            }
            add(values, kind, text, matcher);
        }
        if (kind.max() == SUNDAY_TOO && values.get(SUNDAY_TOO)) {
            values.clear(SUNDAY_TOO);
            values.set(0);
        }
        int all = kind.max() == SUNDAY_TOO ? SUNDAY_TOO : kind.max() - kind.min() + 1;
        return new CronField(values, values.cardinality() == all);
    }

    private static void add(BitSet values, Kind kind, String text, Matcher item) throws CronException {
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
        for (int value = from; value <= to; value += step) {
            values.set(value);
        }
    }

    private static int number(Kind kind, String text, String word) throws CronException {
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

    private static CronException refusal(Kind kind, String text, String why) {
        return new CronException("the " + kind.name() + " field \"" + text + "\" is not valid: " + why);
    }
}
