// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
package io.dexaflow.executors.agent.process;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * What a record's file name is made of (R203). The epoch is not part of it: a re-place of the same try takes over the
 * name, so whoever removes a record looks at its content first.
 *
 * @param run the run row's UUID
 * @param task the task's id
 * @param tryNumber the try, from 1
 */
public record AttemptKey(String run, String task, int tryNumber) {

    private static final int NAME_BYTES = 16;

    /** The file name without its suffix: 32 hex digits. */
    public String fileStem() {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            byte[] hash = digest.digest((run + '\0' + task + '\0' + tryNumber).getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, NAME_BYTES);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
