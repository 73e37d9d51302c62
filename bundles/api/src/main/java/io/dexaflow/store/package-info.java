// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

/** Stored state behind small interfaces; a zero-row answer is an answer, not an error (R11). */
@Export
@Version("0.2.0")
package io.dexaflow.store;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
