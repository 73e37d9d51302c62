// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

/** From DAG files to validated DAGs. */
@Export
@Version("0.1.0")
package io.dexaflow.dag;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
