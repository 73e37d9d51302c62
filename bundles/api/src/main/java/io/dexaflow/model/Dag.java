// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A validated DAG: ids are unique, upstreams exist, there is no cycle (contract 3).
 *
 * @param dagId its id
 * @param description words for people; null for none
 * @param schedule when runs are due
 * @param limits how much of it may be under way at once
 * @param tags tags
 * @param params defaults that a run's conf overrides; JSON values
 * @param onFailure what follows a run's failure; null for nothing
 * @param tasks its tasks, each one after its upstreams (topological order)
 */
public record Dag(String dagId, String description, Schedule schedule, Limits limits, List<String> tags,
        Map<String, Object> params, Callback onFailure, List<Task> tasks) {

    public Dag {
        Objects.requireNonNull(dagId, "dagId");
        schedule = schedule == null ? Schedule.MANUAL : schedule;
        limits = limits == null ? Limits.DEFAULT : limits;
        tags = tags == null ? List.of() : List.copyOf(tags);
        params = params == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(params));
        tasks = List.copyOf(tasks);
    }
}
