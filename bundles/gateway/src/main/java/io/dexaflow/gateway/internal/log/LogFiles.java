// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.gateway.internal.log;

import io.dexaflow.model.AttemptId;
import java.nio.file.Path;

/**
 * Where the writers of an attempt's log keep their files.
 *
 * @param agent what the agent appends to
 * @param platform what we append to
 */
record LogFiles(Path agent, Path platform) {

    static LogFiles of(Path root, String dagId, AttemptId attempt) {
        Path folder = root.resolve(LogNames.of(dagId))
                .resolve(attempt.runId().toString())
                .resolve(LogNames.of(attempt.taskId()));
        String stem = attempt.tryNumber() + ".e" + attempt.epoch();
        return new LogFiles(folder.resolve(stem + ".agent.log"), folder.resolve(stem + ".system.log"));
    }
}
