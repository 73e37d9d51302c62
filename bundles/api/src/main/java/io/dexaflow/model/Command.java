// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.model;

import java.util.List;

/**
 * What a task executes, still with its {@code {{ … }}} templates: an argument vector, or a script for bash.
 *
 * @param argv the argument vector; empty when {@code bash} is given
 * @param bash a script for {@code bash -c}; null when {@code argv} is given
 */
public record Command(List<String> argv, String bash) {

    public Command {
        argv = List.copyOf(argv);
        if (argv.isEmpty() == (bash == null)) {
            throw new IllegalArgumentException("a task has either command or bash");
        }
    }

    /** The argument vector to execute, templates and all. */
    public List<String> toArgv() {
        return bash == null ? argv : List.of("bash", "-c", bash);
    }
}
