// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.gateway.internal.spec;

import io.dexaflow.gateway.internal.Recent;
import io.dexaflow.model.AttemptFacts;
import io.dexaflow.model.AttemptId;
import io.dexaflow.store.AttemptLedger;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Which DAG's run a run row is, for what is said of its attempts: their tokens name the row alone. Remembered from what
 * they were given to run; of a run that a host of before gave out, the ledger is asked once.
 */
public final class RunNames {

    private static final int REMEMBERED = 10_000;
    private static final RunName UNKNOWN = new RunName(null, null);

    private final AttemptLedger attempts;
    private final Map<UUID, RunName> names = Recent.map(REMEMBERED);

    RunNames(AttemptLedger attempts) {
        this.attempts = attempts;
    }

    /**
     * A run as people know it.
     *
     * @param dagId the DAG; null where it is not known
     * @param dagRunId Airflow's run id; null where it is not known
     */
    public record RunName(String dagId, String dagRunId) {}

    /** The name of a run; one without any parts when it is not known. */
    public RunName of(UUID runId) {
        return names.getOrDefault(runId, UNKNOWN);
    }

    /** Makes sure that the runs of live attempts are known. */
    public void learn(Collection<AttemptId> wanted) {
        List<AttemptId> unknown = wanted.stream().filter(attempt -> of(attempt.runId()) == UNKNOWN).distinct().toList();
        if (!unknown.isEmpty()) {
            remember(attempts.facts(unknown));
        }
    }

    void remember(Map<AttemptId, AttemptFacts> facts) {
        facts.forEach((attempt, its) -> names.put(attempt.runId(), new RunName(its.dagId(), its.dagRunId())));
    }
}
