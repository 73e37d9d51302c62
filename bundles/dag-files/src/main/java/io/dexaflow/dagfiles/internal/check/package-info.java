// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

/** What must hold in a DAG file, and how to say that it does not. */
package io.dexaflow.dagfiles.internal.check;
