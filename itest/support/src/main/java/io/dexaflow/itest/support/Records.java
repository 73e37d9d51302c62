// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.itest.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.UUID;

/**
 * The attempts' records of a place (spec 9.1), read and spoilt as files.
 *
 * @param folder where they are
 */
public record Records(Path folder) {

    private static final int NAME_BYTES = 16;

    /** Those of a place, whose {@code TMPDIR} is its own. */
    public static Records of(Place place) {
        try {
            return new Records(
                    place.tmp().resolve("dexaflow-agent-pids-" + Files.getAttribute(place.tmp(), "unix:uid")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The record of the agent of an attempt. */
    public Path agent(UUID run, String taskId, int tryNumber) {
        return folder.resolve(stem(run, taskId, tryNumber) + ".pid");
    }

    /** The record of the process group of an attempt. */
    public Path group(UUID run, String taskId, int tryNumber) {
        return folder.resolve(stem(run, taskId, tryNumber) + ".pgid");
    }

    /** Puts another value in the place of one, as a forger would. */
    public static void forge(Path record, String key, Object value) {
        try {
            Files.writeString(record, Files.readString(record).replaceAll("(?m)^" + key + "=.*$", key + "=" + value));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String stem(UUID run, String taskId, int tryNumber) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256")
                    .digest((run + "\0" + taskId + "\0" + tryNumber).getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, NAME_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
