// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.dag;

import io.dexaflow.model.Dag;
import java.util.List;

/** What became of reading a DAG file. */
public sealed interface ParseResult {

    /**
     * The file is a valid DAG.
     *
     * @param dag the DAG
     * @param source the file's text
     */
    record Parsed(Dag dag, String source) implements ParseResult {}

    /** The file is meant to be a DAG and is not a valid one. */
    record Invalid(List<ParseError> errors) implements ParseResult {

        public Invalid {
            errors = List.copyOf(errors);
        }
    }
}
