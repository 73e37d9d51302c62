// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** Prints rows under their headings; columns are as wide as what is in them. */
final class Table {

    private static final String GAP = "  ";

    private final List<String[]> rows = new ArrayList<>();

    Table(String... headings) {
        rows.add(headings);
    }

    /** Adds a row; null becomes a dash. */
    void add(Object... cells) {
        rows.add(Arrays.stream(cells)
                .map(cell -> Objects.toString(cell, "-").replace('\n', ' '))
                .map(cell -> cell.isEmpty() ? "-" : cell)
                .toArray(String[]::new));
    }

    void print(PrintWriter out) {
        int[] widths = new int[rows.getFirst().length];
        for (String[] row : rows) {
            for (int i = 0; i < row.length; i++) {
                widths[i] = Math.max(widths[i], row[i].length());
            }
        }
        for (String[] row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < row.length; i++) {
                line.append(row[i]).append(" ".repeat(widths[i] - row[i].length())).append(GAP);
            }
            out.println(line.toString().stripTrailing());
        }
        out.flush();
    }
}
