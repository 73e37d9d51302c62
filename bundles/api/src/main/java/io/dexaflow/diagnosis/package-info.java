// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

/** What is not working, why, and what to do: checks that anyone may add. */
@Export
@Version("0.1.0")
package io.dexaflow.diagnosis;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
