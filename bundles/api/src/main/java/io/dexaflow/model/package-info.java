// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

/** What a DAG, a run and an attempt are: immutable values that every other package speaks in. */
@Export
@Version("0.1.0")
package io.dexaflow.model;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
