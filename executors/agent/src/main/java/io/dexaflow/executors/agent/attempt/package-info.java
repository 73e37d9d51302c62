// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
/** One attempt, from its assignment to its end: its state, its driver, its task's environment, log and outputs. */
package io.dexaflow.executors.agent.attempt;
