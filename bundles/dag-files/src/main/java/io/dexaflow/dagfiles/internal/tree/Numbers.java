// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.dagfiles.internal.tree;

import java.math.BigInteger;

/** Numbers as JSON knows them. */
final class Numbers {

    private static final int MAX_DIGITS = 1000;
    private static final int LONG_BITS = 63;

    private Numbers() {}

    /** A whole number: Long where it fits, else BigInteger. */
    static Object whole(String digits, int radix, Mark mark, String path) throws UnreadableException {
        if (digits.length() > MAX_DIGITS) {
            throw new UnreadableException(mark, path, "is a number of more than " + MAX_DIGITS
                    + " digits: put it in quotes");
        }
        BigInteger number = new BigInteger(digits, radix);
        return number.bitLength() <= LONG_BITS ? (Object) number.longValue() : number;
    }

    /** A decimal number; there is no infinity and no NaN. */
    static Double decimal(String text, Mark mark, String path) throws UnreadableException {
        double number;
        try {
            number = Double.parseDouble(text);
        } catch (NumberFormatException e) {
            number = Double.NaN;
        }
        if (!Double.isFinite(number)) {
            throw new UnreadableException(mark, path, text + " is no number that JSON knows: put it in quotes");
        }
        return number;
    }
}
