// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.shell;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;

/**
 * A folder held open, so that it can be reached by a short path however deep it lies. The address of a Unix socket has
 * room for 108 bytes, a home has not asked for that; {@code /proc/self/fd/N} is the same folder in a few bytes.
 */
final class OpenDirectory implements AutoCloseable {

    private static final MethodHandle OPENDIR =
            function("opendir", FunctionDescriptor.of(ValueLayout.ADDRESS, ValueLayout.ADDRESS));
    private static final MethodHandle DIRFD =
            function("dirfd", FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS));
    private static final MethodHandle CLOSEDIR =
            function("closedir", FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS));

    private final MemorySegment stream;
    private final int descriptor;

    private OpenDirectory(MemorySegment stream, int descriptor) {
        this.stream = stream;
        this.descriptor = descriptor;
    }

    /** Opens a folder. */
    static OpenDirectory open(Path folder) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment stream = (MemorySegment) OPENDIR.invokeExact(arena.allocateFrom(folder.toString()));
            if (stream.equals(MemorySegment.NULL)) {
                throw new IOException("cannot open the folder " + folder);
            }
            return new OpenDirectory(stream, (int) DIRFD.invokeExact(stream));
        } catch (IOException | RuntimeException | Error known) {
            throw known;
        } catch (Throwable unexpected) {
            throw new IOException("cannot open the folder " + folder, unexpected);
        }
    }

    /** A short path to the folder, good until it is closed. */
    Path shortPath() {
        return Path.of("/proc/self/fd/" + descriptor);
    }

    @Override
    public void close() throws IOException {
        try {
            int _ = (int) CLOSEDIR.invokeExact(stream);
        } catch (RuntimeException | Error known) {
            throw known;
        } catch (Throwable unexpected) {
            throw new IOException("cannot close the folder " + descriptor, unexpected);
        }
    }

    @SuppressWarnings("restricted") // The three functions are as the C library declares them.
    private static MethodHandle function(String name, FunctionDescriptor type) {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), type);
    }
}
