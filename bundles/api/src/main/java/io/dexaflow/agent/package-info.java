// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

/** What the agents' HTTP end needs from others and offers to them: tokens, assignments, attempt logs. */
@Export
@Version("0.1.0")
package io.dexaflow.agent;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
