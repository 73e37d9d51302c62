// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.model;

import java.time.Instant;
import java.util.UUID;

/**
 * What is known of an attempt beside its task: the row and the run that it belongs to. None of it changes while the
 * attempt lives.
 *
 * @param taskInstanceId the task instance's row
 * @param dagRunId Airflow's run id, for labels and people
 * @param versionId the DAG version that the run is pinned to
 * @param maxTries how often the task may be tried
 * @param confJson the run's conf, a JSON object
 * @param logicalDate null for a run without one
 * @param intervalStart where the run's data interval begins; null for a run without one
 * @param intervalEnd where it ends; null for a run without one
 */
public record AttemptFacts(UUID taskInstanceId, String dagId, String dagRunId, UUID versionId, int maxTries,
        String confJson, Instant logicalDate, Instant intervalStart, Instant intervalEnd) {}
