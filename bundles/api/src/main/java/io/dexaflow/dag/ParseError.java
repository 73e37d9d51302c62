// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.dag;

/**
 * One thing wrong with a DAG file.
 *
 * @param line the line, from 1; 0 when it concerns the whole file
 * @param column the column, from 1; 0 when it concerns the whole line
 * @param key the key it concerns, as {@code tasks[2].retries}; empty when it concerns the whole file
 * @param message what is wrong and what to do
 */
public record ParseError(int line, int column, String key, String message) {

    /** {@code file:line:column: key: message}, without the parts that are not known. */
    public String toText(String file) {
        StringBuilder text = new StringBuilder(file);
        if (line > 0) {
            text.append(':').append(line);
            if (column > 0) {
                text.append(':').append(column);
            }
        }
        text.append(": ");
        if (!key.isEmpty()) {
            text.append(key).append(": ");
        }
        return text.append(message).toString();
    }
}
