// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

/** The parser of DAG files as a service, and what makes the model's DAG from a file. */
package io.dexaflow.dagfiles.internal;
