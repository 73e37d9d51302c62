// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.gateway.internal;

import io.dexaflow.model.Dag;
import io.dexaflow.store.DagLedger;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * A ledger that knows one DAG version.
 *
 * @param version its id
 * @param dag the DAG
 */
public record OneDag(UUID version, Dag dag) implements DagLedger {

    @Override
    public Optional<Dag> dag(UUID versionId) {
        return versionId.equals(version) ? Optional.of(dag) : Optional.empty();
    }

    @Override
    public DagVersion register(Dag registered, Origin origin, boolean current) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Optional<DagVersion> current(String dagId) {
        throw new UnsupportedOperationException();
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
