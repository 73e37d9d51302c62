// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.shell;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/** Columns under their headings, as wide as they need to be. */
final class Table {

    private static final String GAP = "  ";

    private final List<List<String>> rows = new ArrayList<>();

    Table(String... headings) {
        row((Object[]) headings);
    }

    /** Adds a row; null is shown as nothing. Only the first line of a text is shown. */
    Table row(Object... cells) {
        rows.add(Arrays.stream(cells)
                .map(cell -> Objects.toString(cell, "").lines().findFirst().orElse(""))
                .toList());
        return this;
    }

    @Override
    public String toString() {
        int[] widths = new int[rows.getFirst().size()];
        rows.forEach(row -> Arrays.setAll(widths, i -> Math.max(widths[i], row.get(i).length())));
        return rows.stream().map(row -> line(row, widths)).collect(Collectors.joining("\n", "", "\n"));
    }

    private static String line(List<String> row, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < row.size(); i++) {
            line.append(row.get(i)).append(" ".repeat(widths[i] - row.get(i).length())).append(GAP);
        }
        return line.toString().stripTrailing();
    }
}
