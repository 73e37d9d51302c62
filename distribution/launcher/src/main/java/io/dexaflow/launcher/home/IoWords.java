// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.home;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.util.Locale;

/** What a file system refuses, in words: which file, and why. */
final class IoWords {

    private IoWords() {}

    /** As {@code no permission on /srv/home/conf}, {@code /srv/home/conf: read-only file system}. */
    static String of(IOException e) {
        return switch (e) {
            case AccessDeniedException denied -> "no permission on " + denied.getFile();
            case FileSystemException other -> other.getFile() + ": "
                    + (other.getReason() == null ? "is no folder" : other.getReason().toLowerCase(Locale.ROOT));
            default -> e.getMessage();
        };
    }
}
