// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.dagfiles.internal.folder;

import io.dexaflow.model.Dag;
import io.dexaflow.store.DagLedger;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BooleanSupplier;

/** A ledger that is written only while this host leads: leadership may end between two writes of a pass. */
final class LeadersLedger implements DagLedger {

    private final DagLedger ledger;
    private final BooleanSupplier leading;

    LeadersLedger(DagLedger ledger, BooleanSupplier leading) {
        this.ledger = ledger;
        this.leading = leading;
    }

    /** Leadership has ended: what was about to be written is the next leader's business. */
    static final class NotLeadingException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        NotLeadingException() {
            super("this host does not lead any more", null, false, false);
        }
    }

    @Override
    public DagVersion register(Dag dag, Origin origin, boolean current) {
        return whileLeading().register(dag, origin, current);
    }

    @Override
    public Optional<Dag> dag(UUID versionId) {
        return ledger.dag(versionId);
    }

    @Override
    public Optional<DagVersion> current(String dagId) {
        return ledger.current(dagId);
    }

    @Override
    public List<KnownDag> known() {
        return whileLeading().known();
    }

    @Override
    public void deactivate(Collection<String> dagIds) {
        whileLeading().deactivate(dagIds);
    }

    @Override
    public void replaceImportErrors(List<ImportError> errors) {
        whileLeading().replaceImportErrors(errors);
    }

    private DagLedger whileLeading() {
        if (!leading.getAsBoolean()) {
            throw new NotLeadingException();
        }
        return ledger;
    }
}
