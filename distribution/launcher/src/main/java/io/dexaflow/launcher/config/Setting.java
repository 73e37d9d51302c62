// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.config;

/**
 * A value somebody gave to a key.
 *
 * @param value the text
 * @param origin where it was given, for messages: a file, a variable, an option
 */
record Setting(String value, String origin) {}
