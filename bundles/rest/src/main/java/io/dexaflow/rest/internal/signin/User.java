// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.signin;

import io.dexaflow.rest.internal.http.Role;

/**
 * An account.
 *
 * @param stamp changes with each new password; a token of another stamp is of the past
 */
record User(String name, Role role, PasswordHash password, String stamp) {}
