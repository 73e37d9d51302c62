// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

/** The Lite distribution, looked at from outside. */
package io.dexaflow.itest.lite;
