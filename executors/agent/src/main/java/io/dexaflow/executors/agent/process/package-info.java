// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
/**
 * Processes, process groups and the records about them: what an attempt on this machine leaves as evidence of its life.
 * <p>
 * The agent writes the records and spawns; the subprocess executor reads the records and probes. Nothing here knows
 * anything about the rest of the agent, so that both can carry these classes.
 */
package io.dexaflow.executors.agent.process;
