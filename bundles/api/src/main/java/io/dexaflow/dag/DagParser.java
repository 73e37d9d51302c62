// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.dag;

import java.nio.file.Path;

/** Reads DAG files (contract 3). Implemented by dag-files; knows nothing of a database. */
public interface DagParser {

    /**
     * Reads one file.
     *
     * @param file the file; its folder becomes the tasks' working directory where they declare none
     * @return the DAG, or every error found in the file
     */
    ParseResult parse(Path file);
}
