// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.client;

/**
 * A run, as the API names it.
 *
 * @param dagId the DAG
 * @param dagRunId the run's id within its DAG
 */
public record RunKey(String dagId, String dagRunId) {}
