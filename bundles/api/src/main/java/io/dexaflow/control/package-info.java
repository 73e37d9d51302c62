// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

/** The verbs of an operator: trigger a run, stop it, import a DAG file, copy all there is. */
@Export
@Version("0.2.0")
package io.dexaflow.control;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
