// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

/** The decision trail: what was decided about runs and task instances, by whom, and on what evidence. */
@Export
@Version("0.2.0")
package io.dexaflow.trail;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
