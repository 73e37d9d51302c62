// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.http;

/**
 * Where the API listens, once that is known to be safe.
 *
 * @param loopbackOnly whether only this machine reaches it
 */
public record Listener(boolean loopbackOnly) {}
