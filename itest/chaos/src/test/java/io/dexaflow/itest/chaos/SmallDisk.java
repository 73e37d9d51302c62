// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.itest.chaos;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Assumptions;

/**
 * A file system of a few blocks at a folder, so that a disk can really be full. Making one is a privilege; without it the
 * test is skipped.
 *
 * @param folder where it is mounted
 */
record SmallDisk(Path folder) implements AutoCloseable {

    /** What one small file takes. */
    static final int BLOCK = 4096;

    /** An empty one of so many blocks, in the place of what was in the folder. */
    static SmallDisk at(Path folder, int blocks) {
        try {
            Files.createDirectories(folder);
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        boolean mounted = run("mount", "-t", "tmpfs", "-o", "mode=0700,size=" + blocks * BLOCK, "tmpfs",
                folder.toString());
        Assumptions.assumeTrue(mounted, "file systems cannot be mounted here, so no disk can be made full");
        return new SmallDisk(folder);
    }

    /** Takes all room but that of so many blocks. */
    void fill(int left) {
        Path filler = folder.resolve(".filler");
        try (OutputStream out = Files.newOutputStream(filler)) {
            byte[] block = new byte[BLOCK];
            for (long free = free(); free > left; free = free()) {
                out.write(block);
                out.flush();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private long free() throws IOException {
        return Files.getFileStore(folder).getUsableSpace() / BLOCK;
    }

    /** Gives back what was taken. */
    void empty() {
        try {
            Files.delete(folder.resolve(".filler"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        // Lazily: an agent may have a file open in it.
        if (!run("umount", "-l", folder.toString())) {
            throw new IllegalStateException(folder + " stays mounted");
        }
    }

    private static boolean run(String... command) {
        try {
            return new ProcessBuilder(command).redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor() == 0;
        } catch (IOException noSuchProgram) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
