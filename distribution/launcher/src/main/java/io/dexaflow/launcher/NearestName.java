// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher;

import java.util.Collection;
import java.util.Comparator;

/** Finds the name somebody probably meant. */
public final class NearestName {

    private NearestName() {}

    /** {@code "; did you mean X?"}, or nothing when no name is near. */
    public static String hint(String wrong, Collection<String> names) {
        return names.stream()
                .min(Comparator.comparingInt((String name) -> distance(wrong, name)))
                .filter(name -> distance(wrong, name) <= Math.max(2, wrong.length() / 3))
                .map(name -> "; did you mean " + name + "?")
                .orElse("");
    }

    /** The number of letters to change, add or remove. */
    static int distance(String one, String other) {
        int[] previous = new int[other.length() + 1];
        for (int j = 0; j <= other.length(); j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= one.length(); i++) {
            int[] row = new int[other.length() + 1];
            row[0] = i;
            for (int j = 1; j <= other.length(); j++) {
                int change = previous[j - 1] + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(change, Math.min(row[j - 1], previous[j]) + 1);
            }
            previous = row;
        }
        return previous[other.length()];
    }
}
