// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
package io.dexaflow.executors.agent.attempt;

import io.dexaflow.executors.agent.process.Errno;
import io.dexaflow.executors.agent.process.ErrnoException;
import io.dexaflow.executors.agent.process.NativeFiles;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * The folder for the files through which a task tells something.
 *
 * @param path the folder
 */
record Scratch(String path) {

    static final String RETURN_VALUE = "return_value";
    static final String XCOM = "xcom";
    static final String LINKS = "links";
    static final String RESCHEDULE = "reschedule";

    private static final int OWNER_ONLY = 0700;
    private static final int FOLDER = NativeFiles.READ | NativeFiles.DIRECTORY | NativeFiles.NOFOLLOW;
    private static final int FEW = 4;
    private static final int MOST_FILES = 100_000;
    private static final int DEEPEST = 100;
    private static final int EISDIR = 21;

    /** The variables that tell a task where its files are. */
    Map<String, String> variables() {
        return Map.of("DEXAFLOW_RETURN_VALUE_FILE", path + "/" + RETURN_VALUE, "DEXAFLOW_XCOM_DIR", path + "/" + XCOM,
                "DEXAFLOW_EXTRA_LINKS_FILE", path + "/" + LINKS, "DEXAFLOW_RESCHEDULE_FILE", path + "/" + RESCHEDULE);
    }

    /** The folder it lies in. */
    String parent() {
        return path.substring(0, Math.max(1, path.lastIndexOf('/')));
    }

    /** Whether it is as it was made: the task has left nothing to read. */
    boolean untouched() {
        int folder = NativeFiles.open(path, FOLDER, 0);
        int keys = folder < 0 ? folder : NativeFiles.openAt(folder, XCOM, FOLDER, 0);
        try {
            return keys >= 0 && ownersOnly(folder) && ownersOnly(keys)
                    && NativeFiles.list(folder, FEW).equals(List.of(XCOM)) && NativeFiles.list(keys, FEW).isEmpty();
        } catch (IOException more) {
            return false;
        } finally {
            NativeFiles.close(keys);
            NativeFiles.close(folder);
        }
    }

    private static boolean ownersOnly(int folder) throws IOException {
        return NativeFiles.status(folder).permissions() == OWNER_ONLY;
    }

    /** Removes it with all that is in it, following no links. */
    void remove() throws IOException {
        int removed = NativeFiles.remove(path);
        if (removed == -EISDIR || removed == -Errno.EPERM) {
            int folder = NativeFiles.open(path, FOLDER, 0);
            if (folder < 0) {
                throw new ErrnoException("cannot remove " + path, -folder);
            }
            try {
                empty(folder, 0);
            } finally {
                NativeFiles.close(folder);
            }
            removed = NativeFiles.removeDirectory(path);
        }
        if (removed < 0 && removed != -Errno.ENOENT) {
            throw new ErrnoException("cannot remove " + path, -removed);
        }
    }

    private static void empty(int folder, int depth) throws IOException {
        if (depth > DEEPEST) {
            throw new IOException("folders nest deeper than " + DEEPEST);
        }
        for (String name : NativeFiles.list(folder, MOST_FILES)) {
            int removed = NativeFiles.removeAt(folder, name);
            if (removed == -EISDIR || removed == -Errno.EPERM) {
                int inner = NativeFiles.openAt(folder, name, FOLDER, 0);
                try {
                    if (inner >= 0) {
                        empty(inner, depth + 1);
                    }
                } finally {
                    NativeFiles.close(inner);
                }
                NativeFiles.removeDirectoryAt(folder, name);
            }
        }
    }
}
