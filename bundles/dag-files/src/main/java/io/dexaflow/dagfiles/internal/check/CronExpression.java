// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.dagfiles.internal.check;

import java.util.List;

/**
 * Five cron fields (contract 3): minute, hour, day of month, month, day of week, each a list of {@code *}, numbers,
 * names, ranges and steps. It says whether an expression is one and can ever match; when it matches next is not its
 * business.
 */
final class CronExpression {

    private static final List<String> MONTHS = List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep",
            "oct", "nov", "dec");
    private static final List<String> DAYS = List.of("sun", "mon", "tue", "wed", "thu", "fri", "sat");

    /** Sunday has two numbers: 0 and 7. */
    private static final List<CronField.Kind> FIELDS = List.of(new CronField.Kind("minute", 0, 59, List.of()),
            new CronField.Kind("hour", 0, 23, List.of()), new CronField.Kind("day of month", 1, 31, List.of()),
            new CronField.Kind("month", 1, 12, MONTHS), new CronField.Kind("day of week", 0, 7, DAYS));

    private static final int[] LONGEST_MONTH = {0, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

    private CronExpression() {}

    /** An expression that is none. */
    static final class CronException extends Exception {

        private static final long serialVersionUID = 1L;

        CronException(String message) {
            super(message);
        }
    }

    /**
     * Makes sure that an expression is valid and can match.
     *
     * @throws CronException with words when it is not
     */
    static void validate(String expression) throws CronException {
        String[] parts = expression.strip().split("\\s+");
        if (parts.length != FIELDS.size()) {
            throw new CronException(
                    "\"" + expression + "\" has " + parts.length + (parts.length == 1 ? " field" : " fields")
                            + "; a schedule has five: minute, hour, day of month, month, day of week"
                            + (parts.length == 6 ? " (no seconds, no year)" : ""));
        }
        CronField[] fields = new CronField[parts.length];
        for (int i = 0; i < parts.length; i++) {
            fields[i] = CronField.parse(FIELDS.get(i), parts[i]);
        }
        if (!canMatch(fields[2], fields[3], fields[4])) {
            throw new CronException("\"" + expression + "\" never matches: none of its months has such a day");
        }
    }

    /** Where both days are restricted, either of them is enough. */
    private static boolean canMatch(CronField dayOfMonth, CronField month, CronField dayOfWeek) {
        if (dayOfMonth.isUnrestricted() || !dayOfWeek.isUnrestricted()) {
            return true;
        }
        int earliest = dayOfMonth.values().nextSetBit(0);
        return month.values().stream().anyMatch(each -> earliest <= LONGEST_MONTH[each]);
    }
}
