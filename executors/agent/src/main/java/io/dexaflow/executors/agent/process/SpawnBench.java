// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
package io.dexaflow.executors.agent.process;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * A diagnostic: how many processes a second this machine starts through the agent's own way, with nothing around it.
 * Benchmarks divide what the whole system reaches by it.
 */
public final class SpawnBench {

    private static final long FOREVER = Long.MAX_VALUE / 2;

    private SpawnBench() {}

    /**
     * Starts {@code true} and waits for its end, one after the other in this thread.
     *
     * @param n how often
     * @return processes a second
     * @throws IOException if it cannot be started
     */
    public static double bareSpawnRate(int n) throws IOException {
        Spawner spawner = Spawner.best();
        Command command = new Command(List.of("true"),
                Map.of("PATH", "/usr/bin:/bin".getBytes(StandardCharsets.UTF_8)), "/");
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment buffer = arena.allocate(4096);
            long begin = System.nanoTime();
            for (int i = 0; i < n; i++) {
                one(spawner, command, buffer);
            }
            return n * 1e9 / (System.nanoTime() - begin);
        }
    }

    private static void one(Spawner spawner, Command command, MemorySegment buffer) throws IOException {
        try (Child child = spawner.spawn(command)) {
            while (!child.ended() || child.outputOpen()) {
                child.await(FOREVER);
                if (child.outputReady()) {
                    child.read(buffer);
                }
            }
            child.take();
        }
    }

    /** Prints the rate; the argument is how often, 1000 by default. */
    public static void main(String[] arguments) throws IOException {
        int n = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1000;
        bareSpawnRate(Math.min(n, 200));
        System.out.printf("%d processes, %.0f a second%n", n, bareSpawnRate(n));
    }
}
