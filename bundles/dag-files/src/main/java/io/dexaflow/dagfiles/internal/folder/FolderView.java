// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.dagfiles.internal.folder;

import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Set;
import java.util.SortedMap;

/**
 * What one look at the DAG folder saw.
 *
 * @param files the files that may be DAGs by their name
 * @param folders the folders that could be listed
 * @param unreadable folders and files that could not be looked at: nothing is known of what lies there
 */
public record FolderView(SortedMap<Path, Stat> files, Set<Path> folders, Set<Path> unreadable) {

    /**
     * What tells of a file that it has changed, without reading it.
     *
     * @param key what the file system knows it by, so that a file that was renamed into place shows
     */
    public record Stat(long size, FileTime modified, String key) {}

    /** Whether the folder itself was there and could be listed. */
    public boolean isPresent() {
        return !folders.isEmpty();
    }
}
