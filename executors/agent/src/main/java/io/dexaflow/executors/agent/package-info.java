// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
/**
 * The agent: a plain program that runs the attempts it is given and tells the host about them, until told otherwise.
 * <p>
 * {@link io.dexaflow.executors.agent.Main} is the program. {@code process} starts and probes processes and keeps their
 * records, {@code http} speaks to the host, {@code attempt} drives one attempt from its assignment to its end. This
 * package holds them together: the attempts there are, and the loops.
 */
package io.dexaflow.executors.agent;
