// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.store;

/** Where the database is and how to sign in. Published by whoever provides it; two of them are a finding. */
public interface DatabaseEndpoint {

    /** The JDBC URL, without credentials. */
    String jdbcUrl();

    /** The user. */
    String user();

    /** The user's password; a secret. */
    String password();
}
