// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal;

/**
 * The configuration, validated.
 *
 * @param poolSize from 2
 * @param statementTimeoutSeconds from 1
 */
public record StoreSettings(int poolSize, int statementTimeoutSeconds) {

    private static final int SMALLEST_POOL = 2;

    public StoreSettings {
        if (poolSize < SMALLEST_POOL) {
            throw new IllegalArgumentException("pool.size is " + poolSize + "; it must be " + SMALLEST_POOL
                    + " or more");
        }
        if (statementTimeoutSeconds < 1) {
            throw new IllegalArgumentException("statement.timeout_seconds is " + statementTimeoutSeconds
                    + "; it must be 1 or more");
        }
    }

    static StoreSettings of(StoreConfig config) {
        return new StoreSettings(config.pool_size(), config.statement_timeout__seconds());
    }
}
