// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal.sql;

/** Text that others wrote, made fit for a column. */
public final class Words {

    private Words() {}

    /** The text without the one character PostgreSQL cannot store; null stays null. */
    public static String storable(String text) {
        return text == null || text.indexOf('\0') < 0 ? text : text.replace('\0', '\uFFFD');
    }
}
