// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

/** The timing ladder: the durations that recovery rests on, published once they have been validated (R224). */
@Export
@Version("0.1.0")
package io.dexaflow.timing;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
