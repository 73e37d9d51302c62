// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

/** The seam that executors implement: take attempts, run them, stop them (design, Seams). */
@Export
@Version("0.1.0")
package io.dexaflow.executor;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
