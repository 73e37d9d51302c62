// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.executors.agent.attempt;

import io.dexaflow.executors.agent.process.Errno;
import io.dexaflow.executors.agent.process.ErrnoException;
import io.dexaflow.executors.agent.process.NativeFiles;
import io.dexaflow.executors.agent.process.Spares;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Makes the folders for outputs and takes them back. Most tasks leave theirs as it was: it is renamed away and given to
 * another attempt under that one's name, so nobody who still knows the old name can reach it.
 */
public final class ScratchFolders {

    private static final int OWNER_ONLY = 0700;
    private static final int MOST = 256;

    private final Spares spares = new Spares(MOST);
    private final Set<String> swept = ConcurrentHashMap.newKeySet();

    /** Makes it, empty: what an agent that died left there must not be taken for this attempt's. */
    void make(Scratch scratch) throws IOException {
        String path = scratch.path();
        sweep(scratch.parent());
        String spare = spares.take();
        if (spare != null) {
            if (NativeFiles.rename(spare, path) == 0) {
                return;
            }
            new Scratch(spare).remove();
        }
        int result = NativeFiles.makeDirectory(path, OWNER_ONLY);
        if (result == -Errno.EEXIST) {
            scratch.remove();
            result = NativeFiles.makeDirectory(path, OWNER_ONLY);
        } else if (result == -Errno.ENOENT) {
            result = NativeFiles.makeDirectories(path, OWNER_ONLY);
        }
        if (result == 0) {
            result = NativeFiles.makeDirectory(path + "/" + Scratch.XCOM, OWNER_ONLY);
        }
        if (result < 0) {
            throw new ErrnoException("cannot make the task's folder for outputs " + path, -result);
        }
    }

    /** Takes it back from an attempt that has ended. */
    void release(Scratch scratch, boolean untouched) throws IOException {
        String spare = scratch.parent() + "/" + Spares.newName();
        if (untouched && spares.wanted() && NativeFiles.rename(scratch.path(), spare) == 0) {
            spares.keep(spare);
        } else {
            scratch.remove();
        }
    }

    /** Removes what is kept. */
    public void clear() throws IOException {
        for (String spare = spares.take(); spare != null; spare = spares.take()) {
            new Scratch(spare).remove();
        }
    }

    /** What agents that were killed kept there. */
    private void sweep(String parent) throws IOException {
        if (!swept.add(parent)) {
            return;
        }
        int folder = NativeFiles.open(parent, NativeFiles.READ | NativeFiles.DIRECTORY, 0);
        if (folder < 0) {
            return;
        }
        try {
            for (String left : Spares.ofTheDead(folder)) {
                new Scratch(parent + "/" + left).remove();
            }
        } finally {
            NativeFiles.close(folder);
        }
    }
}
