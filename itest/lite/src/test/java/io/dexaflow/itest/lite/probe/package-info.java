// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

/**
 * A bundle of a third party, made of these classes by the test: an executor of its own, and an inspector that tells
 * what only a bundle can see, in types of the JDK.
 */
package io.dexaflow.itest.lite.probe;
