// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
package io.dexaflow.executors.agent.process;

/**
 * Starts processes, each leader of its own group, with {@code /dev/null} as standard input, both outputs in one pipe,
 * all signals as by default and no other open descriptor.
 */
public sealed interface Spawner permits NativeSpawner, PortableSpawner {

    /**
     * Starts a command.
     *
     * @throws SpawnFailure if it could not be started; nothing is left of it then
     */
    Child spawn(Command command) throws SpawnFailure;

    /** Ends and names the descendants that left their groups; shares what this spawner knows of its children. */
    Orphans orphans();

    /** The best way this system offers. */
    static Spawner best() {
        return NativeSpawner.possible() ? new NativeSpawner() : portable();
    }

    /** The way through the JDK and {@code setsid}, which every Linux offers. */
    static Spawner portable() {
        return new PortableSpawner();
    }
}
