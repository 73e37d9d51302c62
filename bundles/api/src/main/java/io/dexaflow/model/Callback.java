// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.model;

import java.util.List;

/**
 * What happens after a final failure (R53): a POST to a URL, or a command. Exactly one of the two is given.
 *
 * @param url an http or https URL; null when a command is given
 * @param command an argument vector; empty when a URL is given
 */
public record Callback(String url, List<String> command) {

    public Callback {
        command = command == null ? List.of() : List.copyOf(command);
    }
}
