// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
package io.dexaflow.executors.agent.http;

/**
 * JSON that is passed on as it was written, so that no number loses a digit.
 *
 * @param text one complete JSON value
 */
public record RawJson(String text) {}
