// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.itest.support;

/**
 * How a command ended.
 *
 * @param exitCode its exit code; 128 and the signal when one killed it
 * @param out what it wrote to standard output
 * @param err what it wrote to standard error
 */
public record Result(int exitCode, String out, String err) {

    /** Both, one after the other. */
    public String all() {
        return out + err;
    }

    /** The last line of standard output that is not blank; empty when there is none. */
    public String lastLine() {
        return out.lines().filter(line -> !line.isBlank()).reduce("", (before, line) -> line);
    }
}
