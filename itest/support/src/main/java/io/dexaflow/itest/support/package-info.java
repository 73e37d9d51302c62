// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

/** What integration tests need to start a Lite host, to use it as a user would, and to leave nothing of it behind. */
package io.dexaflow.itest.support;
