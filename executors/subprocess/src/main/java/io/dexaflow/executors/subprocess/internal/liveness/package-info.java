// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

/**
 * Whether an attempt of this machine still lives, and the stop of what it left: the subprocess executor's judgement, from
 * the records that agents write and the probes of the processes named there (spec 9.2). Nothing here knows rows or reapers'
 * thresholds; whatever is not certain defers.
 */
package io.dexaflow.executors.subprocess.internal.liveness;
