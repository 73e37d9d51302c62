// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
package io.dexaflow.executors.agent;

import io.dexaflow.executors.agent.http.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Map;

/** Says in the home that this agent is there: who it is and how much it takes. Gone when the agent has ended orderly. */
final class WorkerFile {

    private final Path file;
    private byte[] content = new byte[0];

    WorkerFile(Path folder, String worker) {
        this.file = folder.resolve(worker + ".json");
    }

    void write(Map<String, Object> self) throws IOException {
        content = Json.bytes(self);
        Files.createDirectories(file.getParent(),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Path temporary = Files.createTempFile(file.getParent(), ".agent", ".tmp");
        Files.write(temporary, content);
        Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Removes it, and whatever else stands for this agent, if no other agent has taken its name meanwhile. */
    void remove(Path... withIt) throws IOException {
        if (Files.exists(file) && Arrays.equals(Files.readAllBytes(file), content)) {
            Files.deleteIfExists(file);
            for (Path other : withIt) {
                Files.deleteIfExists(other);
            }
        }
    }
}
