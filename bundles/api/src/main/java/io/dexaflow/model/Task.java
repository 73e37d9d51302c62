// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.model;

import java.util.List;
import java.util.Objects;

/**
 * A task of a DAG version, with its DAG's default arguments already applied (contract 3).
 *
 * @param taskId unique in its DAG
 * @param work what it executes
 * @param dependsOn the direct upstreams' task ids, without repetition
 * @param triggerRule how the upstreams decide
 * @param retry retries and their delays
 * @param placement where it runs and what it occupies there
 * @param onFailure what follows its final failure; null for nothing
 */
public record Task(String taskId, Work work, List<String> dependsOn, TriggerRule triggerRule, RetryPolicy retry,
        Placement placement, Callback onFailure) {

    public Task {
        Objects.requireNonNull(taskId, "taskId");
        Objects.requireNonNull(work, "work");
        dependsOn = dependsOn == null ? List.of() : List.copyOf(dependsOn);
        triggerRule = triggerRule == null ? TriggerRule.ALL_SUCCESS : triggerRule;
        retry = retry == null ? RetryPolicy.NONE : retry;
        placement = placement == null ? Placement.DEFAULT : placement;
    }

    /** Tries in all: the first and its retries (R4). */
    public int maxTries() {
        return retry.retries() + 1;
    }

    /** The name the API shows for what it runs. */
    public String operator() {
        return work.command().bash() == null ? "CommandOperator" : "BashOperator";
    }
}
