// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal.schema;

import java.math.BigDecimal;

/**
 * The number of a change to the schema: the release it came with, and its place among that release's changes. Change
 * {@code 00101} is the first of release 0.1.
 */
record SchemaVersion(int major, int minor, int step) implements Comparable<SchemaVersion> {

    private static final int BASE = 100;

    static SchemaVersion of(BigDecimal id) {
        int number = id.intValueExact();
        return new SchemaVersion(number / (BASE * BASE), number / BASE % BASE, number % BASE);
    }

    /** The version in the name of a script, which begins with five digits. */
    static SchemaVersion ofScript(String name) {
        return of(new BigDecimal(name.substring(0, name.indexOf('_'))));
    }

    BigDecimal id() {
        return BigDecimal.valueOf((major * BASE + minor) * (long) BASE + step);
    }

    /**
     * Whether a program made for this version runs on a database of that one: on all earlier ones, which it brings up to
     * date, and on those of the next minor release, because changes expand first (design 4).
     */
    boolean runsOn(SchemaVersion database) {
        return database.major < major || database.major == major && database.minor <= minor + 1;
    }

    String release() {
        return major + "." + minor;
    }

    @Override
    public int compareTo(SchemaVersion other) {
        return id().compareTo(other.id());
    }

    @Override
    public String toString() {
        return release() + " (change " + "%05d".formatted(id().intValueExact()) + ")";
    }
}
