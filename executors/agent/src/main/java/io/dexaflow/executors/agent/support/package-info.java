// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
/** What every part of the agent needs: its own log and its durations. */
package io.dexaflow.executors.agent.support;
