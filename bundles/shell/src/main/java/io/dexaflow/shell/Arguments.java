// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.shell;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a command was given, checked against its {@link Syntax}.
 *
 * @param operands in their order
 * @param options by name; the empty string for those that take no value
 */
record Arguments(List<String> operands, Map<String, String> options) {

    /** An operand that the syntax demands. */
    String operand(int index) {
        return operands.get(index);
    }

    /** An operand that may be left out. */
    Optional<String> operandIfGiven(int index) {
        return index < operands.size() ? Optional.of(operands.get(index)) : Optional.empty();
    }

    /** The value of an option. */
    Optional<String> option(String name) {
        return Optional.ofNullable(options.get(name));
    }

    /** Whether an option was given. */
    boolean has(String name) {
        return options.containsKey(name);
    }
}
