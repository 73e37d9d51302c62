// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.itest.support;

import java.nio.file.Path;

/**
 * A folder of a test's own: a home, DAG files, and a {@code TMPDIR}, so that nothing of a test is written elsewhere and
 * every process of it can be told by the folder's name.
 *
 * @param root the folder
 */
public record Place(Path root) {

    /** The home; made by the host. */
    public Path home() {
        return root.resolve("home");
    }

    /** The DAG folder. */
    public Path dags() {
        return root.resolve("dags");
    }

    /** For files of the test that are no DAGs of the folder. */
    public Path files() {
        return root.resolve("files");
    }

    /** The {@code TMPDIR} of everything that is started. */
    public Path tmp() {
        return root.resolve("tmp");
    }

    /** The {@code HOME} of everything that is started. */
    public Path userHome() {
        return root.resolve("user");
    }

    @Override
    public String toString() {
        return root.toString();
    }
}
