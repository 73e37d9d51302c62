// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.shell;

import io.dexaflow.control.RequestException;
import io.dexaflow.store.StoreException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What a command takes, its help, and the frame in which it runs. Every command has {@code --json} and {@code --help}.
 * A syntax is built once, with its command, and does not change after that.
 */
final class Syntax {

    private static final String JSON = "--json";
    private static final String HELP = "--help";

    private final String name;
    private final String description;
    private final List<Operand> operands = new ArrayList<>();
    private final Map<String, Option> options = new LinkedHashMap<>();

    private record Operand(String name, boolean required) {}

    /** An option; without a value when {@code value} is null. */
    private record Option(String name, String value, String description) {}

    Syntax(String name, String description) {
        this.name = name;
        this.description = description;
        option(JSON, null, "the answer as JSON");
        option(HELP, null, "this text");
    }

    /** Adds an operand that must be given. */
    Syntax operand(String operand) {
        operands.add(new Operand(operand, true));
        return this;
    }

    /** Adds an operand that may be left out. */
    Syntax optionalOperand(String operand) {
        operands.add(new Operand(operand, false));
        return this;
    }

    /**
     * Adds an option.
     *
     * @param value what its value is called; null when it takes none
     */
    Syntax option(String option, String value, String meaning) {
        options.put(option, new Option(option, value, meaning));
        return this;
    }

    /**
     * Runs a command.
     *
     * @return what it prints
     * @throws CommandFailure when it does not end with 0
     */
    String run(String[] given, Function<Arguments, Answer> body) {
        Arguments arguments = parse(given);
        if (arguments.has(HELP)) {
            return help();
        }
        Answer answer = answer(arguments, body);
        String output = arguments.has(JSON) ? Json.write(answer.json()) : answer.text().stripTrailing();
        if (answer.exitCode() != 0) {
            throw new CommandFailure(answer.exitCode(), output);
        }
        return output;
    }

    /** How it is called, and what it is for. */
    String help() {
        StringBuilder help = new StringBuilder(name);
        operands.forEach(operand -> help.append(' ')
                .append(operand.required() ? operand.name()
                        : "[" + operand.name() + "]"));
        help.append(" [options]\n  ").append(description).append('\n');
        int width = options.values().stream().mapToInt(option -> label(option).length()).max().orElse(0);
        return help + options.values()
                .stream()
                .map(option -> ("  %-" + width + "s  %s").formatted(label(option), option.description()))
                .collect(Collectors.joining("\n"));
    }

    private static String label(Option option) {
        return option.value() == null ? option.name() : option.name() + " " + option.value();
    }

    private static Answer answer(Arguments arguments, Function<Arguments, Answer> body) {
        try {
            return body.apply(arguments);
        } catch (RequestException refused) {
            boolean later = refused.kind() == RequestException.Kind.UNAVAILABLE;
            throw new CommandFailure(later ? CommandFailure.NOT_READY : CommandFailure.USAGE, refused.getMessage());
        } catch (StoreException unreachable) {
            throw new CommandFailure(CommandFailure.NOT_READY, unreachable.getMessage());
        }
    }

    private Arguments parse(String[] given) {
        List<String> values = new ArrayList<>();
        Map<String, String> found = new LinkedHashMap<>();
        for (int i = 0; i < given.length; i++) {
            String word = given[i] == null ? "null" : given[i];
            if (!word.startsWith("-") || word.equals("-")) {
                values.add(word);
                continue;
            }
            int equals = word.indexOf('=');
            Option option = option(equals < 0 ? word : word.substring(0, equals));
            if (option.value() == null) {
                found.put(option.name(), "");
            } else if (equals >= 0) {
                found.put(option.name(), word.substring(equals + 1));
            } else if (i + 1 < given.length) {
                found.put(option.name(), given[++i]);
            } else {
                throw wrong(option.name() + " needs a value");
            }
        }
        if (!found.containsKey(HELP)) {
            checkOperands(values);
        }
        return new Arguments(List.copyOf(values), Map.copyOf(found));
    }

    private Option option(String word) {
        Option option = options.get(word.equals("-h") ? HELP : word);
        if (option == null) {
            throw wrong("there is no option " + word);
        }
        return option;
    }

    private void checkOperands(List<String> values) {
        if (values.size() > operands.size()) {
            throw wrong("too much: " + values.get(operands.size()));
        }
        operands.stream().skip(values.size()).filter(Operand::required).findFirst().ifPresent(missing -> {
            throw wrong(missing.name() + " is missing");
        });
    }

    private CommandFailure wrong(String why) {
        return new CommandFailure(CommandFailure.USAGE, name + ": " + why + "\n\n" + help());
    }
}
