// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.store;

import java.time.Instant;

/**
 * One leadership.
 *
 * @param term grows with each acquisition; leader-only writes check it
 * @param since database time of the acquisition
 */
public record LeadershipTerm(long term, Instant since) {}
