// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.store;

import io.dexaflow.model.Dag;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** DAGs, their immutable versions, and the import errors of their files. */
public interface DagLedger {

    /**
     * Makes sure that a version with this content exists, and makes it the DAG's current one where {@code current}.
     * The same content is the same version (R2).
     *
     * @param dag the DAG
     * @param origin where it came from
     * @param current whether new runs are to use it; false for a file that is run once, which leaves a DAG of the
     *     folder as it is, and makes an unknown DAG a stale one
     * @return the version
     */
    DagVersion register(Dag dag, Origin origin, boolean current);

    /** A version's DAG, from a cache: versions never change. Empty when there is none with that id. */
    Optional<Dag> dag(UUID versionId);

    /** The current version of a DAG that is not stale; empty when it is unknown, stale or without one. */
    Optional<DagVersion> current(String dagId);

    /** The files known per DAG of the folder that is not stale. */
    List<KnownDag> known();

    /** Deactivates DAGs whose files are gone: no new runs; runs under way go on (D17). */
    void deactivate(Collection<String> dagIds);

    /** Makes these the import errors of all files, in place of those of before. Unchanged ones keep their id and time. */
    void replaceImportErrors(List<ImportError> errors);

    /**
     * Where a DAG came from.
     *
     * @param file the file's absolute path
     * @param source the file's text
     */
    record Origin(String file, String source) {}

    /**
     * An immutable version of a DAG.
     *
     * @param id its row
     * @param number from 1 within its DAG
     * @param hash of the normalised content
     */
    record DagVersion(UUID id, String dagId, int number, String hash) {}

    /**
     * A DAG of the folder.
     *
     * @param dagId its id
     * @param file its file's absolute path
     * @param hash its current version's hash
     */
    record KnownDag(String dagId, String file, String hash) {}

    /**
     * A file that could not be imported.
     *
     * @param file the file's absolute path
     * @param text what is wrong, one line per error
     */
    record ImportError(String file, String text) {}
}
