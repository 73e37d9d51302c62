// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal;

import io.dexaflow.model.Command;
import io.dexaflow.model.Dag;
import io.dexaflow.model.Limits;
import io.dexaflow.model.RetryPolicy;
import io.dexaflow.model.Schedule;
import io.dexaflow.model.Task;
import io.dexaflow.model.Work;
import io.dexaflow.store.DagLedger;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** A ledger that knows one DAG version: {@code extract} before {@code load}, daily in London. */
final class OneDag implements DagLedger {

    @Override
    public Optional<Dag> dag(UUID versionId) {
        Work work = new Work(new Command(List.of(), "true"), null, null, "/srv", Duration.ofHours(25));
        Task extract = new Task("extract", work, null, null, null, null, null);
        Task load = new Task("load", work, List.of("extract"), null,
                new RetryPolicy(2, Duration.ofMillis(1500), true, null), null, null);
        Schedule schedule = new Schedule("0 5 * * *", ZoneId.of("Europe/London"), MemoryReadings.TIME, null, false);
        return versionId.equals(MemoryReadings.VERSION) ? Optional.of(new Dag("sales", "Loads", schedule,
                new Limits(16, 0), List.of("a", "b"), Map.of("region", "emea"), null, List.of(extract, load)))
                : Optional.empty();
    }

    @Override
    public DagVersion register(Dag dag, Origin origin, boolean current) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Optional<DagVersion> current(String dagId) {
        return dagId.equals("sales") ? Optional.of(new DagVersion(MemoryReadings.VERSION, dagId, 1, "h"))
                : Optional.empty();
    }

    @Override
    public List<KnownDag> known() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void deactivate(Collection<String> dagIds) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void replaceImportErrors(List<ImportError> errors) {
        throw new UnsupportedOperationException();
    }
}
