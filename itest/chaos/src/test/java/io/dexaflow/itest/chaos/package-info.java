// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

/** Real kills: whatever dies, state becomes true again, nothing runs twice at once, and anyone can read why. */
package io.dexaflow.itest.chaos;
