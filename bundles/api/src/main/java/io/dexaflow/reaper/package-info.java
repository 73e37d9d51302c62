// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

/** The seam that reapers implement: find attempts and runs that are stuck, and have the common shape do the rest. */
@Export
@Version("0.1.0")
package io.dexaflow.reaper;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
