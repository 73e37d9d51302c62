// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.http;

import java.util.Optional;

/** Knows the tokens of people who signed in. */
public interface BearerTokens {

    /**
     * Who bears a token, with the role they have now.
     *
     * @return empty when the token is forged, expired, not for this API, or of an account that was removed or reset
     */
    Optional<Caller> caller(String token);
}
