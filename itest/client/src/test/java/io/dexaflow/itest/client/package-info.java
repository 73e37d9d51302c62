// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

/** A host as a client sees it that was generated from Airflow's OpenAPI document. */
package io.dexaflow.itest.client;
