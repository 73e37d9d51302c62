// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.dagfiles.internal.tree;

/** Writes the way to a value as people read it: {@code tasks[2].env.REGION}. */
public final class KeyPath {

    private KeyPath() {}

    /** The path of a mapping's key. */
    public static String of(String parent, String key) {
        return parent.isEmpty() ? key : parent + "." + key;
    }

    /** The path of a list's item, from 0. */
    public static String of(String parent, int index) {
        return parent + "[" + index + "]";
    }
}
