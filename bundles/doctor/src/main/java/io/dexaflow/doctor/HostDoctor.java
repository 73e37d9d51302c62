// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.doctor;

import io.dexaflow.diagnosis.Doctor;
import io.dexaflow.diagnosis.DoctorCheck;
import io.dexaflow.diagnosis.Finding.Level;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;

/**
 * Asks every check and puts the first cause first.
 * It needs nothing of the host, so that it can speak while everything else is down; a check that throws or hangs is a
 * finding like any other.
 */
@Component(name = "io.dexaflow.doctor")
public final class HostDoctor implements Doctor {

    /** A cause comes before its consequences: no bundles, no components; no components, no store, no executors; no executor, nobody to judge. */
    private static final List<String> ORDER =
            List.of(BundlesCheck.NAME, ComponentsCheck.NAME, StoreCheck.NAME, ExecutorsCheck.NAME,
                    MaintenanceCheck.NAME);
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Set<DoctorCheck> checks = ConcurrentHashMap.newKeySet();
    private final CheckRunner runner;

    /** Starts no thread until it is asked. */
    @Activate
    public HostDoctor() {
        this(PATIENCE);
    }

    HostDoctor(Duration patience) {
        this.runner = new CheckRunner(patience);
    }

    @Reference(name = "check", cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    void bindCheck(DoctorCheck check) {
        checks.add(check);
    }

    void unbindCheck(DoctorCheck check) {
        checks.remove(check);
    }

    @Override
    public Report report() {
        return report(checks);
    }

    @Deactivate
    void stop() {
        runner.close();
    }

    private Report report(Collection<DoctorCheck> asked) {
        List<Entry> entries = runner.run(List.copyOf(asked))
                .stream()
                .sorted(Comparator.comparing((Entry entry) -> entry.finding().level())
                        .thenComparingInt(entry -> place(entry.check()))
                        .thenComparing(entry -> place(entry.check()) < ORDER.size() ? "" : entry.check()))
                .toList();
        return new Report(entries.stream().noneMatch(e -> e.finding().level() == Level.BLOCKING), entries);
    }

    private static int place(String check) {
        int place = ORDER.indexOf(check);
        return place < 0 ? ORDER.size() : place;
    }
}
