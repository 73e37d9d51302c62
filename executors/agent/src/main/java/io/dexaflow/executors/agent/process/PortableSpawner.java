// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
package io.dexaflow.executors.agent.process;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Starts processes through the JDK, which closes descriptors and resets what must be, and {@code setsid}, which makes
 * the group. The JDK waits for the child; a thread of ours waits for the JDK.
 */
final class PortableSpawner implements Spawner {

    private static final int SETTLE_TRIES = 1000;
    private static final long SETTLE_PAUSE_NANOS = 1_000_000;
    private static final int SIGNAL_BASE = 128;
    private static final int LAST_SIGNAL = 64;

    private final Leaders leaders = new Leaders();
    private final Orphans orphans = new Orphans(leaders);

    @Override
    public Orphans orphans() {
        return orphans;
    }

    @Override
    public Child spawn(Command command) throws SpawnFailure {
        String file = CommandLookup.find(command);
        int access = NativeFiles.executable(file.startsWith("/") || command.directory() == null
                ? file
                : command.directory() + "/" + file);
        if (access < 0) {
            // setsid would say it, but in its own words and only in the log.
            throw CommandLookup.explain(command, file, -access);
        }
        int[] pipe = Processes.pipe();
        if (pipe == null) {
            throw CommandLookup.explain(command, file, Errno.EMFILE);
        }
        try {
            Process process = builder(command, file, pipe[1]).start();
            int pid = (int) process.pid();
            leaders.add(pid);
            awaitGroup(pid);
            return new Child(pid, pipe[0], ThreadWatch.start(pid, () -> status(process.waitFor())), leaders);
        } catch (IOException failed) {
            NativeFiles.close(pipe[0]);
            SpawnFailure why = CommandLookup.explain(command, file, Errno.EAGAIN);
            why.initCause(failed);
            throw why;
        } finally {
            NativeFiles.close(pipe[1]);
        }
    }

    private static ProcessBuilder builder(Command command, String file, int output) {
        List<String> arguments = new ArrayList<>(command.argv());
        arguments.set(0, file);
        arguments.addFirst("setsid");
        ProcessBuilder builder = new ProcessBuilder(arguments);
        builder.environment().clear();
        command.environment()
                .forEach(
                        (name, value) -> builder.environment().put(name, new String(value, StandardCharsets.UTF_8)));
        if (command.directory() != null) {
            builder.directory(new File(command.directory()));
        }
        builder.redirectInput(new File("/dev/null"));
        builder.redirectOutput(new File("/proc/self/fd/" + output));
        builder.redirectErrorStream(true);
        return builder;
    }

    /** The group is setsid's work and so comes a moment after the start. */
    private static void awaitGroup(int pid) {
        for (int tries = 0; tries < SETTLE_TRIES; tries++) {
            if (ProcStat.read(pid).filter(process -> process.group() != pid && !process.ended()).isEmpty()) {
                return;
            }
            LockSupport.parkNanos(SETTLE_PAUSE_NANOS);
        }
    }

    /** The JDK adds 128 to the number of the signal that killed a process. */
    private static ExitStatus status(int code) {
        int signal = code - SIGNAL_BASE;
        return new ExitStatus(Math.min(code, 255), signal > 0 && signal <= LAST_SIGNAL ? signal : 0);
    }
}
