// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.doctor;

/**
 * A bundle as people and shell commands name it.
 *
 * @param name its symbolic name
 * @param id its id, which every stock command takes; {@code felix:start} takes no name
 */
record BundleName(String name, long id) {

    @Override
    public String toString() {
        return name;
    }
}
