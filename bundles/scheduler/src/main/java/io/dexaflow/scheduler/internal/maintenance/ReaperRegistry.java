// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.maintenance;

import io.dexaflow.control.Maintenance.ReaperStatus;
import io.dexaflow.reaper.Reaper;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.osgi.framework.Bundle;
import org.osgi.framework.ServiceReference;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;

/** Holds the only references to reapers, and what came of the last pass of each; swapping one restarts nothing else. */
@Component(name = "io.dexaflow.scheduler.reapers", service = ReaperRegistry.class)
public final class ReaperRegistry {

    private final Map<Reaper, ReaperStatus> reapers = new ConcurrentHashMap<>();

    @Reference(name = "reaper", service = Reaper.class, cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC)
    public void bind(ServiceReference<Reaper> reference, Reaper reaper) {
        Bundle bundle = reference.getBundle();
        String from = bundle == null ? "" : bundle.getSymbolicName() + " " + bundle.getVersion();
        reapers.put(reaper, new ReaperStatus(reaper.name(), from, null, null, 0, 0, Map.of()));
    }

    public void unbind(Reaper reaper) {
        reapers.remove(reaper);
    }

    /** Those that are here, in the order of a cycle (R76). */
    List<Reaper> inOrder() {
        return reapers.keySet()
                .stream()
                .sorted(Comparator.comparingInt(Reaper::order).thenComparing(Reaper::name))
                .toList();
    }

    /** Keeps what came of a reaper's pass, unless it left meanwhile. */
    void passed(Reaper reaper, PassTally tally) {
        reapers.computeIfPresent(reaper, (r, status) -> tally.status(status.name(), status.bundle()));
    }

    /** What came of the last passes, in the order of a cycle. */
    List<ReaperStatus> statuses() {
        return inOrder().stream().map(reapers::get).filter(status -> status != null).toList();
    }
}
