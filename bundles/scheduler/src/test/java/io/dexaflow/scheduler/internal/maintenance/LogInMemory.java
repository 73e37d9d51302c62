// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.maintenance;

import io.dexaflow.agent.AttemptLog;
import io.dexaflow.model.AttemptId;
import java.io.UncheckedIOException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A task log that keeps the platform's lines, or cannot be written. */
final class LogInMemory implements AttemptLog {

    final List<String> lines = new ArrayList<>();
    boolean full;

    @Override
    public Path agentFile(String dagId, AttemptId attempt) {
        throw new IllegalStateException("not expected here");
    }

    @Override
    public void append(String dagId, AttemptId attempt, String line) {
        lines.add(line);
    }

    @Override
    public void markOnce(String dagId, AttemptId attempt, String line) {
        if (full) {
            throw new UncheckedIOException(new IOException("No space left on device"));
        }
        lines.add(line);
    }

    @Override
    public Chunk read(String dagId, List<AttemptId> attempts, long from, int limit) {
        throw new IllegalStateException("not expected here");
    }
}
