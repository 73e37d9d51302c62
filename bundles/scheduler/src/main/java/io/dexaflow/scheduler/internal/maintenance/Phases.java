// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.maintenance;

import io.dexaflow.reaper.MaintenancePhase;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;

/** The phases that bundles contribute to a cycle, before the reap phase (R73). */
@Component(name = "io.dexaflow.scheduler.phases", service = Phases.class)
public final class Phases {

    private final List<MaintenancePhase> phases = new CopyOnWriteArrayList<>();

    @Reference(name = "phase", service = MaintenancePhase.class, cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC)
    public void bind(MaintenancePhase phase) {
        phases.add(phase);
    }

    public void unbind(MaintenancePhase phase) {
        phases.remove(phase);
    }

    List<MaintenancePhase> inOrder() {
        return phases.stream()
                .sorted(Comparator.comparingInt(MaintenancePhase::order).thenComparing(MaintenancePhase::name))
                .toList();
    }
}
