// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.control;

import java.io.IOException;
import java.io.OutputStream;

/** A copy of all that the store holds. Published by the store. */
public interface Backup {

    /**
     * Writes what the store held at one instant, while the host goes on working: a zip whose last entry is
     * {@code end.json}, so that a copy that broke off can be told. It holds everything that was ever stored, secrets in
     * variables among it.
     *
     * @param out where to; it is not closed
     * @throws IOException when it could not be written
     * @throws io.dexaflow.store.StoreException when the database did not answer
     */
    void write(OutputStream out) throws IOException;
}
