// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
package io.dexaflow.executors.agent.process;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/**
 * Calls into the C library, all of them through one shape: six words in, one word out, {@code errno} kept.
 * <p>
 * On the Linux ABIs for 64-bit machines an integer or pointer argument is a register whose unused upper half, and a
 * register beyond the function's last parameter, are ignored by the callee. So one shape serves every function used
 * here, variadic ones included. It is worth it at start: each further shape costs a generated stub and its classes.
 */
final class Libc {

    private static final Linker LINKER = Linker.nativeLinker();
    private static final SymbolLookup SYMBOLS = LINKER.defaultLookup();
    private static final MethodHandle CALL = shape();
    private static final ThreadLocal<MemorySegment> ERRNO = ThreadLocal
            .withInitial(() -> Arena.ofAuto().allocate(Linker.Option.captureStateLayout()));
    private static final MemorySegment SYSCALL = function("syscall");

    private Libc() {}

    @SuppressWarnings("restricted")
    private static MethodHandle shape() {
        return LINKER.downcallHandle(FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG,
                JAVA_LONG, JAVA_LONG), Linker.Option.captureCallState("errno"));
    }

    /** The function of that name, where this C library has it. */
    static Optional<MemorySegment> find(String name) {
        return SYMBOLS.find(name);
    }

    /** The function of that name, which every C library has. */
    static MemorySegment function(String name) {
        return find(name).orElseThrow(
                () -> new UnsupportedOperationException("this system's C library has no function " + name));
    }

    /** Calls and returns the result as it is. */
    static long call(MemorySegment function, long a, long b, long c, long d, long e, long f) {
        try {
            return (long) CALL.invokeExact(function, ERRNO.get(), a, b, c, d, e, f);
        } catch (RuntimeException | Error failure) {
            throw failure;
        } catch (Throwable failure) {
            throw new IllegalStateException(failure);
        }
    }

    /** The {@code errno} of this thread's last call. */
    static int errno() {
        return ERRNO.get().get(JAVA_INT, 0);
    }

    /**
     * Calls a function that returns an {@code int} and sets {@code errno}; begins again when a signal interrupted it.
     *
     * @return the result, or the negative {@code errno} in place of -1
     */
    static int ints(MemorySegment function, long a, long b, long c, long d) {
        return ints(function, a, b, c, d, 0);
    }

    /** The same with five arguments. */
    static int ints(MemorySegment function, long a, long b, long c, long d, long e) {
        while (true) {
            int result = (int) call(function, a, b, c, d, e, 0);
            if (result != -1) {
                return result;
            }
            int errno = errno();
            if (errno != Errno.EINTR) {
                return -errno;
            }
        }
    }

    /** Like {@link #ints}, for a function that returns a {@code long} or a size. */
    static long longs(MemorySegment function, long a, long b, long c) {
        while (true) {
            long result = call(function, a, b, c, 0, 0, 0);
            if (result != -1) {
                return result;
            }
            int errno = errno();
            if (errno != Errno.EINTR) {
                return -errno;
            }
        }
    }

    /** A system call by its number, where the C library may have no function for it; as {@link #ints}. */
    static int system(long number, long a, long b, long c, long d, long e) {
        int result = (int) call(SYSCALL, number, a, b, c, d, e);
        return result == -1 ? -errno() : result;
    }

    /** Whether this is a machine with a 64-bit ARM processor; a few constants differ there. */
    static boolean arm() {
        return "aarch64".equals(System.getProperty("os.arch"));
    }
}
