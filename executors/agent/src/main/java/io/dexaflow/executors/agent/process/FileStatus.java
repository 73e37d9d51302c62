// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
package io.dexaflow.executors.agent.process;

/**
 * What kind of file something is, and whose.
 *
 * @param mode type and permission bits as {@code stat} has them
 * @param uid the owner
 * @param size bytes
 */
public record FileStatus(int mode, int uid, long size) {

    private static final int TYPE = 0xf000;
    private static final int REGULAR = 0x8000;
    private static final int DIRECTORY = 0x4000;
    private static final int PERMISSIONS = 0xfff;

    /** Whether it is a regular file. */
    public boolean regular() {
        return (mode & TYPE) == REGULAR;
    }

    /** Whether it is a directory. */
    public boolean directory() {
        return (mode & TYPE) == DIRECTORY;
    }

    /** The permission bits alone. */
    public int permissions() {
        return mode & PERMISSIONS;
    }
}
