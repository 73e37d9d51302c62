// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.tick;

import io.dexaflow.model.Dag;
import io.dexaflow.scheduler.internal.backfill.Backfills;
import io.dexaflow.scheduler.internal.schedule.Schedules;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongConsumer;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * Which runs this host moves: all of them and what schedules and backfills make, or, in a host that was started for one
 * run, just the admitted ones (contract 1, {@code run}).
 */
@Component(name = "io.dexaflow.scheduler.scope", service = Scope.class)
public final class Scope {

    private final LongConsumer makers;
    private final boolean admittedOnly;
    private final Set<UUID> admitted = ConcurrentHashMap.newKeySet();

    @Activate
    public Scope(@Reference(name = "schedules") Schedules schedules,
            @Reference(name = "backfills") Backfills backfills, BundleContext context) {
        this(term -> {
            schedules.make(term);
            backfills.make(term);
        }, Boolean.parseBoolean(context.getProperty("dexaflow.run_only")));
    }

    /**
     * With a word of one's own.
     *
     * @param makers makes the runs that are due, under the term that it is given; not asked when only admitted runs count
     */
    public Scope(LongConsumer makers, boolean admittedOnly) {
        this.makers = makers;
        this.admittedOnly = admittedOnly;
    }

    /** Makes the runs that schedules and backfills ask for by now, so that the tick that follows finds them. */
    void makeDue(long term) {
        if (!admittedOnly) {
            makers.accept(term);
        }
    }

    /** Takes a run in. */
    public void admit(UUID run) {
        admitted.add(run);
    }

    /** The runs of a full tick; null for all of them. */
    public Set<UUID> all() {
        return admittedOnly ? Set.copyOf(admitted) : null;
    }

    /**
     * How many runs of a DAG may be active at once; no limit at 0 and below. The runs that a host for one run does not move
     * are no reason for it to wait: nobody may ever finish them.
     */
    int maxActiveRuns(Dag dag) {
        return admittedOnly ? 0 : dag.limits().maxActiveRuns();
    }

    /** Those of the woken runs that are this host's. */
    Set<UUID> of(Set<UUID> woken) {
        Set<UUID> own = new HashSet<>(woken);
        if (admittedOnly) {
            own.retainAll(admitted);
        }
        return own;
    }
}
