// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal;

import io.dexaflow.agent.AttemptLog;
import io.dexaflow.model.AttemptId;
import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Logs in memory. */
final class MemoryLog implements AttemptLog {

    final Map<AttemptId, byte[]> logs = new HashMap<>();

    @Override
    public Chunk read(String dagId, List<AttemptId> attempts, long from, int limit) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        attempts.forEach(attempt -> all.writeBytes(logs.getOrDefault(attempt, new byte[0])));
        int start = (int) Math.min(from, all.size());
        int end = Math.min(all.size(), start + limit);
        return new Chunk(Arrays.copyOfRange(all.toByteArray(), start, end), end, end == all.size());
    }

    @Override
    public Path agentFile(String dagId, AttemptId attempt) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void append(String dagId, AttemptId attempt, String line) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void markOnce(String dagId, AttemptId attempt, String line) {
        throw new UnsupportedOperationException();
    }
}
