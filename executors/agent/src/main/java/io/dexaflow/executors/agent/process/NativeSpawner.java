// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
package io.dexaflow.executors.agent.process;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * Starts processes with {@code posix_spawn}: the group is made before the program begins, and it costs half of what the
 * JDK's own way does. Needs a C library that can close descriptors and change the folder in the child (glibc 2.34).
 */
final class NativeSpawner implements Spawner {

    private static final String CLOSE_FROM = "posix_spawn_file_actions_addclosefrom_np";
    private static final String CHANGE_DIRECTORY = "posix_spawn_file_actions_addchdir_np";
    private static final int SET_GROUP = 2;
    private static final int SET_SIGNAL_DEFAULT = 4;
    private static final int SET_SIGNAL_MASK = 8;
    /** Larger than these structures are in any C library. */
    private static final long ATTRIBUTES_BYTES = 1024;
    private static final long ACTIONS_BYTES = 256;
    private static final long SIGNAL_SET_BYTES = 128;
    private static final int FIRST_CLOSED = 3;
    private static final int TRIES = 5;
    private static final long TRY_PAUSE_NANOS = 200_000_000;

    private static final MemorySegment SPAWN = Libc.function("posix_spawn");
    private static final MemorySegment ACTIONS_INIT = Libc.function("posix_spawn_file_actions_init");
    private static final MemorySegment ACTIONS_DESTROY = Libc.function("posix_spawn_file_actions_destroy");
    private static final MemorySegment ADD_OPEN = Libc.function("posix_spawn_file_actions_addopen");
    private static final MemorySegment ADD_DUP = Libc.function("posix_spawn_file_actions_adddup2");
    private static final MemorySegment ADD_CLOSE_FROM = Libc.find(CLOSE_FROM).orElse(MemorySegment.NULL);
    private static final MemorySegment ADD_CHANGE_DIRECTORY = Libc.find(CHANGE_DIRECTORY).orElse(MemorySegment.NULL);

    private final Leaders leaders = new Leaders();
    private final Orphans orphans = new Orphans(leaders);
    private final MemorySegment attributes = attributes();
    private final MemorySegment noInput = Arena.global().allocateFrom("/dev/null");

    static boolean possible() {
        return System.getProperty("os.name", "").equals("Linux") && Libc.find(CLOSE_FROM).isPresent()
                && Libc.find(CHANGE_DIRECTORY).isPresent();
    }

    @Override
    public Orphans orphans() {
        return orphans;
    }

    @Override
    public Child spawn(Command command) throws SpawnFailure {
        String file = CommandLookup.find(command);
        int[] pipe = Processes.pipe();
        if (pipe == null) {
            throw CommandLookup.explain(command, file, Errno.EMFILE);
        }
        int result = -Errno.EAGAIN;
        try {
            for (int tries = 0; result == -Errno.EAGAIN && tries < TRIES; tries++) {
                if (tries > 0) {
                    // Processes come and go; a full table is often free again a moment later.
                    LockSupport.parkNanos(TRY_PAUSE_NANOS);
                }
                result = start(command, file, pipe[1]);
            }
        } finally {
            NativeFiles.close(pipe[1]);
            if (result < 0) {
                NativeFiles.close(pipe[0]);
            }
        }
        if (result < 0) {
            throw CommandLookup.explain(command, file, -result);
        }
        leaders.add(result);
        return child(result, pipe[0]);
    }

    /** A process that runs and that nobody can watch, for want of a thread, must not go on beside its next try. */
    private Child child(int pid, int output) throws SpawnFailure {
        try {
            return new Child(pid, output, watch(pid), leaders);
        } catch (RuntimeException | OutOfMemoryError unwatched) {
            Processes.signalGroup(pid, Processes.SIGKILL);
            Processes.await(pid);
            leaders.remove(pid);
            NativeFiles.close(output);
            throw new SpawnFailure(SpawnFailure.NOT_STARTED,
                    "the task was started and ended again, since it cannot be watched: " + unwatched);
        }
    }

    private static ExitWatch watch(int pid) {
        int descriptor = Processes.descriptorOf(pid);
        return descriptor >= 0
                ? new PidfdWatch(pid, descriptor)
                : ThreadWatch.start(pid, () -> Processes.await(pid));
    }

    /** Returns the pid, or the negative error number. */
    private int start(Command command, String file, int output) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment actions = arena.allocate(ACTIONS_BYTES, 16);
            call(ACTIONS_INIT, actions.address(), 0, 0, 0, 0);
            try {
                long at = actions.address();
                if (command.directory() != null) {
                    call(ADD_CHANGE_DIRECTORY, at, NativeFiles.text(arena, command.directory()), 0, 0, 0);
                }
                call(ADD_OPEN, at, 0, noInput.address(), NativeFiles.READ, 0);
                call(ADD_DUP, at, output, 1, 0, 0);
                call(ADD_DUP, at, output, 2, 0, 0);
                call(ADD_CLOSE_FROM, at, FIRST_CLOSED, 0, 0, 0);
                MemorySegment pid = arena.allocate(JAVA_INT);
                int errno = (int) Libc.call(SPAWN, pid.address(), NativeFiles.text(arena, file), at,
                        attributes.address(), arguments(arena, command.argv()),
                        environment(arena, command.environment()));
                return errno == 0 ? pid.get(JAVA_INT, 0) : -errno;
            } finally {
                call(ACTIONS_DESTROY, actions.address(), 0, 0, 0, 0);
            }
        }
    }

    private static void call(MemorySegment function, long a, long b, long c, long d, long e) {
        int errno = (int) Libc.call(function, a, b, c, d, e, 0);
        if (errno != 0) {
            throw new IllegalStateException("posix_spawn cannot be prepared: " + Errno.words(errno));
        }
    }

    private static MemorySegment attributes() {
        MemorySegment attributes = Arena.global().allocate(ATTRIBUTES_BYTES, 16);
        MemorySegment none = Arena.global().allocate(SIGNAL_SET_BYTES, 8);
        MemorySegment all = Arena.global().allocate(SIGNAL_SET_BYTES, 8).fill((byte) 0xff);
        long at = attributes.address();
        call(Libc.function("posix_spawnattr_init"), at, 0, 0, 0, 0);
        call(Libc.function("posix_spawnattr_setsigmask"), at, none.address(), 0, 0, 0);
        call(Libc.function("posix_spawnattr_setsigdefault"), at, all.address(), 0, 0, 0);
        call(Libc.function("posix_spawnattr_setpgroup"), at, 0, 0, 0, 0);
        call(Libc.function("posix_spawnattr_setflags"), at, SET_GROUP | SET_SIGNAL_DEFAULT | SET_SIGNAL_MASK, 0, 0, 0);
        return attributes;
    }

    private static long arguments(Arena arena, List<String> arguments) {
        MemorySegment array = arena.allocate(JAVA_LONG, arguments.size() + 1L);
        for (int i = 0; i < arguments.size(); i++) {
            array.setAtIndex(JAVA_LONG, i, NativeFiles.text(arena, arguments.get(i)));
        }
        return array.address();
    }

    private static long environment(Arena arena, Map<String, byte[]> environment) {
        MemorySegment array = arena.allocate(JAVA_LONG, environment.size() + 1L);
        int next = 0;
        for (Map.Entry<String, byte[]> variable : environment.entrySet()) {
            byte[] name = variable.getKey().getBytes(StandardCharsets.UTF_8);
            byte[] value = variable.getValue();
            MemorySegment text = arena.allocate(name.length + value.length + 2L);
            MemorySegment.copy(name, 0, text, JAVA_BYTE, 0, name.length);
            text.set(JAVA_BYTE, name.length, (byte) '=');
            MemorySegment.copy(value, 0, text, JAVA_BYTE, name.length + 1L, value.length);
            array.setAtIndex(JAVA_LONG, next++, text.address());
        }
        return array.address();
    }
}
