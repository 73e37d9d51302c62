// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.executors.subprocess.internal.liveness;

import io.dexaflow.model.AttemptId;
import java.util.Optional;

/** What this host itself knows of an attempt. It knows nothing of what was before its start, so its silence proves nothing. */
@FunctionalInterface
public interface Memory {

    /** Who has the attempt, if this host knows of somebody. */
    Optional<Holder> holder(AttemptId attempt);

    /** Who has an attempt. */
    sealed interface Holder {

        /** This host, which is about to hand it to an agent: no record can be there yet. */
        record ThisHost() implements Holder {}

        /**
         * An agent that said in its last word that it runs it; it counts while its process is there, so that records which
         * somebody cleaned away do not make its attempts look dead until it writes them anew.
         */
        record Agent(int pid, String worker) implements Holder {}
    }
}
