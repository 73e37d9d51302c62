// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.reaper;

import io.dexaflow.store.LeadershipTerm;

/**
 * Something that must have happened under a leadership before any reaper may act, besides the grace (R79): register it as
 * a service. What nobody registers counts as satisfied (R81).
 */
public interface SettlingCondition {

    /** Whether it holds under this leadership. */
    boolean satisfied(LeadershipTerm leadership);

    /** What is pending while it does not, for log and people, such as {@code informer_unsynced}. */
    String pending();
}
