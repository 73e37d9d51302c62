// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

/** The DAG folder: which files are DAGs, when their content can be trusted, and what follows from it. */
package io.dexaflow.dagfiles.internal.folder;
