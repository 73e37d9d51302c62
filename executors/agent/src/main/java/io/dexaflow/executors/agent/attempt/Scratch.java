// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
package io.dexaflow.executors.agent.attempt;

import io.dexaflow.executors.agent.process.Errno;
import io.dexaflow.executors.agent.process.ErrnoException;
import io.dexaflow.executors.agent.process.NativeFiles;
import java.io.IOException;
import java.util.Map;

/**
 * The folder for the files through which a task tells something. Most tasks write none, so making and removing it is
 * four system calls, and whether there is anything to read costs none more.
 *
 * @param path the folder
 */
record Scratch(String path) {

    static final String RETURN_VALUE = "return_value";
    static final String XCOM = "xcom";
    static final String LINKS = "links";
    static final String RESCHEDULE = "reschedule";

    private static final int OWNER_ONLY = 0700;
    private static final int MOST_FILES = 100_000;
    private static final int DEEPEST = 100;
    private static final int EISDIR = 21;

    /** The variables that tell a task where its files are. */
    Map<String, String> variables() {
        return Map.of("DEXAFLOW_RETURN_VALUE_FILE", path + "/" + RETURN_VALUE, "DEXAFLOW_XCOM_DIR", path + "/" + XCOM,
                "DEXAFLOW_EXTRA_LINKS_FILE", path + "/" + LINKS, "DEXAFLOW_RESCHEDULE_FILE", path + "/" + RESCHEDULE);
    }

    /** Makes it, empty: what an agent that died left there must not be taken for this attempt's. */
    void make() throws IOException {
        int result = NativeFiles.makeDirectory(path, OWNER_ONLY);
        if (result == -Errno.EEXIST) {
            remove();
            result = NativeFiles.makeDirectory(path, OWNER_ONLY);
        } else if (result == -Errno.ENOENT) {
            result = NativeFiles.makeDirectories(path, OWNER_ONLY);
        }
        if (result == 0) {
            result = NativeFiles.makeDirectory(path + "/" + XCOM, OWNER_ONLY);
        }
        if (result < 0) {
            throw new ErrnoException("cannot make the task's folder for outputs " + path, -result);
        }
    }

    /** Removes it if the task wrote nothing; false if there is something to read. */
    boolean removeIfEmpty() {
        int files = NativeFiles.removeDirectory(path + "/" + XCOM);
        int folder = NativeFiles.removeDirectory(path);
        return (files == 0 || files == -Errno.ENOENT) && (folder == 0 || folder == -Errno.ENOENT);
    }

    /** Removes it with all that is in it, following no links. */
    void remove() throws IOException {
        int removed = NativeFiles.remove(path);
        if (removed == -EISDIR || removed == -Errno.EPERM) {
            int folder = NativeFiles.open(path, NativeFiles.READ | NativeFiles.DIRECTORY | NativeFiles.NOFOLLOW, 0);
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
                int inner = NativeFiles.openAt(folder, name,
                        NativeFiles.READ | NativeFiles.DIRECTORY | NativeFiles.NOFOLLOW, 0);
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
