// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.cli;

import io.dexaflow.launcher.client.RunKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds the processes of a run's tasks on this machine by the variables that each of them is given and hands down. It is
 * for waiting and for words; nothing is signalled because of it.
 */
final class TaskProcesses {

    private static final Path PROC = Path.of("/proc");

    private TaskProcesses() {}

    /** Their ids; none where there is no {@code /proc}. A zombie has no environment any more, and is not among them. */
    static List<Long> of(RunKey run) {
        String dag = variable("DEXAFLOW_DAG_ID", run.dagId());
        String id = variable("DEXAFLOW_RUN_ID", run.dagRunId());
        List<Long> pids = new ArrayList<>();
        if (!Files.isDirectory(PROC)) {
            return pids;
        }
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (Path process : processes) {
                String environment = environmentOf(process);
                if (environment.contains(dag) && environment.contains(id)) {
                    pids.add(Long.valueOf(process.getFileName().toString()));
                }
            }
        } catch (IOException e) {
            return pids;
        }
        return pids;
    }

    /** As it stands in an environment whose bytes are read as characters, which keeps every byte apart. */
    private static String variable(String name, String value) {
        byte[] bytes = ("\0" + name + "=" + value + "\0").getBytes(StandardCharsets.UTF_8);
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    private static String environmentOf(Path process) {
        try {
            return "\0" + new String(Files.readAllBytes(process.resolve("environ")), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            // Gone meanwhile, or another user's.
            return "";
        }
    }
}
