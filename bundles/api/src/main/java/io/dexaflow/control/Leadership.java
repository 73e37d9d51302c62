// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.control;

import io.dexaflow.store.LeadershipTerm;
import java.util.Optional;

/** Whether this host leads (design 4). Published by the scheduler. */
public interface Leadership {

    /** The current leadership of this host; empty while it follows or steps down. */
    Optional<LeadershipTerm> current();
}
