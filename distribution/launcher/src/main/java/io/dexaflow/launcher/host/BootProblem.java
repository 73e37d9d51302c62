// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.host;

/**
 * Something that did not come up.
 *
 * @param what which bundle or component
 * @param why the first cause, in a sentence
 */
record BootProblem(String what, String why) {

    @Override
    public String toString() {
        return what + ": " + why;
    }
}
