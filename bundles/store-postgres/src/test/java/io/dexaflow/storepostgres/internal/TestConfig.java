// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal;

import java.lang.annotation.Annotation;

/** A configuration as the component runtime would hand it over; names as the annotation has them. */
record TestConfig(String database_url, String database_user, String database_password, int pool_size)
        implements
        StoreConfig {

    static TestConfig ofPool(int size) {
        return new TestConfig("", "", "", size);
    }

    @Override
    public int statement_timeout__seconds() {
        return 30;
    }

    @Override
    public Class<? extends Annotation> annotationType() {
        return StoreConfig.class;
    }
}
