// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
package io.dexaflow.executors.agent.attempt;

import io.dexaflow.executors.agent.process.Errno;
import io.dexaflow.executors.agent.process.NativeFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Reads what a task wrote, trusting nothing: regular files only, opened without following a link or waiting for
 * anybody, at most 1 MiB.
 */
final class OutputFile {

    private static final int LONGEST = 1 << 20;

    private OutputFile() {}

    /**
     * The text of a file.
     *
     * @param folder the open folder
     * @param name its name there
     * @param what what it is called towards the user
     * @return null if there is no such file
     */
    static String read(int folder, String name, String what) throws OutputRefused {
        int file = NativeFiles.openAt(folder, name,
                NativeFiles.READ | NativeFiles.NOFOLLOW | NativeFiles.NONBLOCK, 0);
        if (file == -Errno.ENOENT) {
            return null;
        }
        if (file == -Errno.ELOOP) {
            throw new OutputRefused(what + " is a link; write a regular file");
        }
        if (file < 0) {
            throw new OutputRefused(what + " cannot be opened: " + Errno.words(-file));
        }
        try {
            if (!NativeFiles.status(file).regular()) {
                throw new OutputRefused(what + " is not a regular file");
            }
            byte[] content = NativeFiles.readAll(file, LONGEST, what);
            if (content == null) {
                throw new OutputRefused(what + " is larger than 1 MiB; store it elsewhere and hand over where");
            }
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content)).toString();
        } catch (CharacterCodingException notText) {
            throw new OutputRefused(what + " is not UTF-8 text");
        } catch (IOException failed) {
            throw new OutputRefused(what + " cannot be read: " + failed.getMessage());
        } finally {
            NativeFiles.close(file);
        }
    }
}
