// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
package io.dexaflow.executors.agent.process;

/** What a probe says of a process or a group. */
public enum Presence {

    /** It is there. */
    ALIVE,
    /** It is there and belongs to somebody else, who alone may signal it. */
    FOREIGN,
    /** It is not there, or nothing but zombies is left. */
    GONE;

    /** Whether it is there, whoever's it is. */
    public boolean present() {
        return this != GONE;
    }
}
