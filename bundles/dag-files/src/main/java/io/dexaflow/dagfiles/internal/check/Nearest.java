// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.dagfiles.internal.check;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Finds the word that was probably meant. */
final class Nearest {

    /** Longer words are no typing errors of anything, and the comparison is quadratic. */
    private static final int LONGEST = 100;

    private Nearest() {}

    /** The known word that differs by a slip of the fingers, or in its style only ({@code retryDelay-Seconds}). */
    static Optional<String> to(String word, Collection<String> known) {
        return ranked(word, known).stream()
                .findFirst()
                .filter(best -> isSlip(plain(word), plain(best)));
    }

    private static boolean isSlip(String word, String best) {
        int distance = distance(word, best);
        return distance <= Math.max(1, best.length() / 3) && distance < Math.min(word.length(), best.length());
    }

    /** {@code ; did you mean "x"?}, or nothing. */
    static String hint(String word, Collection<String> known) {
        return to(word, known).map(best -> "; did you mean \"" + best + "\"?").orElse("");
    }

    /** The known words, the nearest first. */
    static List<String> ranked(String word, Collection<String> known) {
        String plain = plain(word);
        return known.stream()
                .sorted(Comparator.comparingInt((String each) -> distance(plain, plain(each)))
                        .thenComparing(Comparator.naturalOrder()))
                .toList();
    }

    private static String plain(String word) {
        return word.replaceAll("[^\\p{L}\\p{N}/@]", "").toLowerCase(Locale.ROOT);
    }

    /** Edit distance in which two neighbours that changed places count once. */
    static int distance(String a, String b) {
        if (a.length() > LONGEST || b.length() > LONGEST) {
            return Math.max(a.length(), b.length());
        }
        int[][] cost = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                cost[i][j] = i == 0 || j == 0 ? i + j : step(cost, a, b, i, j);
            }
        }
        return cost[a.length()][b.length()];
    }

    private static int step(int[][] cost, String a, String b, int i, int j) {
        int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        int best = Math.min(cost[i - 1][j - 1] + change, 1 + Math.min(cost[i - 1][j], cost[i][j - 1]));
        boolean swapped = i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
        return swapped ? Math.min(best, cost[i - 2][j - 2] + 1) : best;
    }
}
