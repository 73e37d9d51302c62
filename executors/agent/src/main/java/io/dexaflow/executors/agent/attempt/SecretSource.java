// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
package io.dexaflow.executors.agent.attempt;

import io.dexaflow.executors.agent.http.JsonObject;
import io.dexaflow.executors.agent.process.Errno;
import io.dexaflow.executors.agent.process.NativeFiles;
import java.io.IOException;
import java.util.Arrays;

/** Finds the values of secrets where the agent runs. What it says names keys, never values. */
final class SecretSource {

    private static final int LONGEST = 1 << 20;

    private SecretSource() {}

    static byte[] value(String name, JsonObject where, AgentEnvironment agent, String workingDir)
            throws TaskSetupException {
        byte[] value;
        if (where.has("env")) {
            value = agent.variables().get(where.text("env"));
            if (value == null) {
                throw new TaskSetupException("secret " + name + ": the environment variable " + where.text("env")
                        + " is not set where the agent runs; set it there and start the agent anew");
            }
        } else if (where.has("file")) {
            value = file(name, where.text("file"), workingDir);
        } else {
            throw new TaskSetupException("secret " + name + ": this executor takes secrets from {env: NAME} or"
                    + " {file: PATH}, not from " + where.fields().keySet());
        }
        for (byte b : value) {
            if (b == 0) {
                throw new TaskSetupException("secret " + name + " holds a NUL byte, which no variable can carry");
            }
        }
        return value;
    }

    private static byte[] file(String name, String path, String workingDir) throws TaskSetupException {
        String seen = path.startsWith("/") || workingDir == null ? path : workingDir + "/" + path;
        int descriptor = NativeFiles.open(seen, NativeFiles.READ | NativeFiles.NONBLOCK, 0);
        if (descriptor < 0) {
            throw new TaskSetupException("secret " + name + ": the file " + seen + " cannot be read where the agent"
                    + " runs: " + Errno.words(-descriptor));
        }
        try {
            byte[] value = NativeFiles.readAll(descriptor, LONGEST, seen);
            if (value == null) {
                throw new TaskSetupException("secret " + name + ": the file " + seen + " is larger than 1 MiB");
            }
            return withoutLineEnd(value);
        } catch (IOException failed) {
            throw new TaskSetupException("secret " + name + ": " + failed.getMessage());
        } finally {
            NativeFiles.close(descriptor);
        }
    }

    /** Editors end a file with a line feed, and no password does: as in a shell's {@code $(cat file)}. */
    private static byte[] withoutLineEnd(byte[] value) {
        int length = value.length;
        if (length > 0 && value[length - 1] == '\n') {
            length--;
        }
        if (length > 0 && length < value.length && value[length - 1] == '\r') {
            length--;
        }
        return Arrays.copyOf(value, length);
    }
}
