// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.gateway.internal.log;

import io.dexaflow.agent.AttemptLog;
import io.dexaflow.agent.AttemptLogContract;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Files keep what every keeper of logs must. */
class FileAttemptLogContractTest extends AttemptLogContract {

    @TempDir private Path root;

    private AttemptLog log;

    @BeforeEach
    void start() {
        log = new FileAttemptLog(root.resolve("tasks"));
    }

    @Override
    protected AttemptLog log() {
        return log;
    }
}
