// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.reaper;

import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/**
 * A run with nothing left to run, as a candidate query read it (R89).
 *
 * @param runId its row
 * @param dagId its DAG
 * @param dagRunId Airflow's run id
 * @param lastActivity the latest of what R90 counts; null for none at all, which counts as orphaned (R86)
 * @param quiet how long ago that was, in database time
 */
public record OrphanRun(UUID runId, String dagId, String dagRunId, Instant lastActivity, Duration quiet) {}
