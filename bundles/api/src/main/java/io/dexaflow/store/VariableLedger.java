// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.store;

import io.dexaflow.store.Readings.Page;
import io.dexaflow.store.Readings.Paging;
import java.util.List;
import java.util.Optional;

/** Variables: texts that people keep under a key. Their values go into no log and no message. */
public interface VariableLedger {

    /**
     * Variables by key.
     *
     * @param patterns of keys, as SQL's {@code ilike} has them, of which any is enough; empty for all
     * @throws IllegalArgumentException when the order is not known
     */
    Page<Variable> list(List<String> patterns, Paging paging);

    /** One variable. */
    Optional<Variable> find(String key);

    /** Makes a variable; false when there is one with that key. */
    boolean create(Variable variable);

    /** Gives a variable this value and description; false when there is none with that key. */
    boolean update(Variable variable);

    /** Takes a variable away; false when there is none. */
    boolean delete(String key);

    /**
     * A variable.
     *
     * @param description for people; null for none
     */
    record Variable(String key, String value, String description) {

        /** Without the value, which may be a secret. */
        @Override
        public String toString() {
            return "Variable[key=" + key + "]";
        }
    }
}
