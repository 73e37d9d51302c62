// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
package io.dexaflow.executors.agent.attempt;

import io.dexaflow.executors.agent.process.ExitStatus;

/**
 * How the process of a task came to its end.
 *
 * @param status its exit status; null if it did not die although it was killed
 * @param timedOut whether it ran into its execution timeout
 * @param gone whether every process of its group is dead
 */
record TaskEnd(ExitStatus status, boolean timedOut, boolean gone) {}
