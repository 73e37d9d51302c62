// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
package io.dexaflow.executors.agent.process;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * An attempt but for its epoch, and what its records' file name is made of (R203). A re-place of the same try takes over
 * the name, so whoever removes a record looks at its content first.
 */
public final class AttemptKey {

    private static final int NAME_BYTES = 16;

    private final String run;
    private final String task;
    private final int tryNumber;
    /** Made once: it is asked for with each record, and its hash is this key's. */
    private final String fileStem;

    /**
     * @param run the run row's UUID
     * @param task the task's id
     * @param tryNumber the try, from 1
     */
    public AttemptKey(String run, String task, int tryNumber) {
        this.run = run;
        this.task = task;
        this.tryNumber = tryNumber;
        this.fileStem = fileStem(run + '\0' + task + '\0' + tryNumber);
    }

    /** The run row's UUID. */
    public String run() {
        return run;
    }

    /** The task's id. */
    public String task() {
        return task;
    }

    /** The try, from 1. */
    public int tryNumber() {
        return tryNumber;
    }

    /** The file name without its suffix: 32 hex digits. */
    public String fileStem() {
        return fileStem;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof AttemptKey key && key.tryNumber == tryNumber && key.task.equals(task)
                && key.run.equals(run);
    }

    @Override
    public int hashCode() {
        return fileStem.hashCode();
    }

    @Override
    public String toString() {
        return "run=" + run + " task=" + task + " try=" + tryNumber;
    }

    private static String fileStem(String attempt) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(attempt.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, NAME_BYTES);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
