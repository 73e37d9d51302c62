// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

/**
 * When runs are due: cron expressions, data intervals and timetables (R62, R63). Pure functions: the time is always an
 * argument, nothing in here reads a clock or keeps a state.
 */
@Export
@Version("0.2.0")
package io.dexaflow.schedule;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
