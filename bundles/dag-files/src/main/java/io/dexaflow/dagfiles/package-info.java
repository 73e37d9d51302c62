// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

/** The DAG folder: its files' grammar, their import, and a check without a host. */
package io.dexaflow.dagfiles;
