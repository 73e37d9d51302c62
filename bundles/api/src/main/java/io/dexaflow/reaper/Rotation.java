// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.reaper;

import io.dexaflow.executor.Suspect;
import io.dexaflow.store.ReapLedger.Position;
import java.util.ArrayList;
import java.util.List;

/**
 * Goes through more candidates than one pass takes: what was looked at goes to the back of the order, so that candidates
 * which must be deferred for ever do not hide the others (R112, design 6.12). One for each list of a reaper; used by one
 * thread at a time.
 */
public final class Rotation {

    private Position reached;

    /** A list of candidates, oldest first. */
    @FunctionalInterface
    public interface Source {

        /**
         * @param after only what stands behind this place; all of it when null
         * @param limit the most to return
         */
        List<Suspect> list(Position after, int limit);
    }

    /** The next candidates, {@link ReapContext#LIMIT} at most: those behind the last pass's, then those from the front. */
    public List<Suspect> next(Source source) {
        List<Suspect> found = new ArrayList<>(source.list(reached, ReapContext.LIMIT));
        if (reached != null && found.size() < ReapContext.LIMIT) {
            Position turned = reached;
            source.list(null, ReapContext.LIMIT - found.size())
                    .stream()
                    .filter(suspect -> Position.of(suspect).compareTo(turned) <= 0)
                    .forEach(found::add);
        }
        reached = found.size() < ReapContext.LIMIT ? null : Position.of(found.getLast());
        return found;
    }
}
