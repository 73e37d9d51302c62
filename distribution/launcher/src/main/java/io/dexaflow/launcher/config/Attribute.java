// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.config;

import java.util.Set;

/**
 * A key as a bundle declares it in its metatype.
 *
 * @param key its name
 * @param type {@code String}, {@code Integer}, {@code Long}, {@code Boolean}, …
 * @param isList whether it takes several values
 * @param min the least number allowed; null for no limit
 * @param max the greatest number allowed; null for no limit
 * @param options the only values allowed; empty for any
 */
record Attribute(String key, String type, boolean isList, Double min, Double max, Set<String> options) {

    Attribute {
        options = Set.copyOf(options);
    }

    /** What is wrong with a value; null when nothing is. */
    String fault(String value) {
        if (!options.isEmpty() && !options.contains(value)) {
            return "must be one of " + String.join(", ", options.stream().sorted().toList());
        }
        return switch (type) {
            case "Boolean" -> value.equals("true") || value.equals("false") ? null : "must be true or false";
            case "Integer", "Short", "Byte" -> numberFault(value, Integer.MIN_VALUE, Integer.MAX_VALUE);
            case "Long" -> numberFault(value, Long.MIN_VALUE, Long.MAX_VALUE);
            default -> null;
        };
    }

    private String numberFault(String value, long least, long greatest) {
        long number;
        try {
            number = Long.parseLong(value);
        } catch (NumberFormatException e) {
            return "must be a whole number";
        }
        double low = min == null ? least : min;
        double high = max == null ? greatest : max;
        if (number < low || number > high) {
            return "must lie between " + (long) low + " and " + (long) high;
        }
        return null;
    }
}
