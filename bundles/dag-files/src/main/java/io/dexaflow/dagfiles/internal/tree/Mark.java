// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.dagfiles.internal.tree;

/**
 * A place in a file.
 *
 * @param line from 1; 0 for the whole file
 * @param column from 1; 0 for the whole line
 */
public record Mark(int line, int column) {

    /** The whole file. */
    public static final Mark FILE = new Mark(0, 0);

    /** The place of a character. */
    public static Mark of(String text, int offset) {
        int end = Math.min(offset, text.length());
        int lineStart = text.lastIndexOf('\n', end - 1) + 1;
        int line = 1;
        for (int i = 0; i < lineStart; i++) {
            line += text.charAt(i) == '\n' ? 1 : 0;
        }
        return new Mark(line, text.codePointCount(lineStart, end) + 1);
    }
}
