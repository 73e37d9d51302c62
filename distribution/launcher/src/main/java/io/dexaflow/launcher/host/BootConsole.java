// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.host;

/** Where a boot says what it does; the words are for the user. */
public interface BootConsole {

    /** Says nothing. */
    BootConsole SILENT = line -> {
    };

    /** One line. */
    void say(String line);
}
