// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.itest.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A command of {@code bin/dexaflow} to be run: in a session and process group of its own, with the place's folders for
 * {@code HOME} and {@code TMPDIR}, and nothing of this build's own settings in its environment.
 */
public final class Command {

    /** A command that takes longer than this hangs. */
    public static final Duration LIMIT = Duration.ofSeconds(90);

    /**
     * A shell in the background ignores SIGINT and hands that down; a command in the foreground does not. It begins a
     * session, so that its process group is its own, as a terminal's foreground job has one.
     */
    private static final List<String> AS_IN_A_TERMINAL = List.of("env", "--default-signal", "setsid");

    private final Place place;
    private final List<String> words = new ArrayList<>();
    private final Map<String, String> environment = new HashMap<>();
    private Path folder;
    private byte[] input = {};
    private Duration limit = LIMIT;

    private Command(Place place, List<String> words) {
        this.place = place;
        this.words.addAll(words);
        this.folder = place.files();
    }

    /** {@code dexaflow} with these arguments. */
    public static Command dexaflow(Place place, Object... arguments) {
        return of(place, Distribution.located().script(), arguments);
    }

    /** Another program with these arguments. */
    public static Command of(Place place, Object program, Object... arguments) {
        List<String> words = new ArrayList<>();
        words.add(program.toString());
        for (Object argument : arguments) {
            words.add(argument.toString());
        }
        return new Command(place, words);
    }

    /** Puts words before the program, as those of a program that starts it. */
    public Command under(String... starter) {
        words.addAll(0, List.of(starter));
        return this;
    }

    /** Adds {@code --home} with the place's home. */
    public Command onHome() {
        words.addAll(List.of("--home", place.home().toString()));
        return this;
    }

    /** Sets a variable. */
    public Command with(String name, Object value) {
        environment.put(name, value.toString());
        return this;
    }

    /** Runs it in this folder. */
    public Command in(Path where) {
        folder = where;
        return this;
    }

    /** Gives it this on standard input. */
    public Command input(byte[] bytes) {
        input = bytes.clone();
        return this;
    }

    /** Gives it more time than usual. */
    public Command within(Duration time) {
        limit = time;
        return this;
    }

    /** Runs it to its end. */
    public Result run() {
        return start().end(limit);
    }

    /** Starts it. */
    public RunningCommand start() {
        List<String> whole = new ArrayList<>(AS_IN_A_TERMINAL);
        whole.addAll(words);
        ProcessBuilder builder = new ProcessBuilder(whole).directory(folder.toFile());
        Map<String, String> variables = builder.environment();
        variables.keySet()
                .removeIf(name -> name.startsWith("DEXAFLOW_") || name.startsWith("MAVEN_")
                        || name.equals("JAVA_TOOL_OPTIONS"));
        variables.put("DEXAFLOW_JAVA", System.getProperty("java.home"));
        variables.put("HOME", place.userHome().toString());
        variables.put("TMPDIR", place.tmp().toString());
        variables.putAll(environment);
        try {
            return new RunningCommand(String.join(" ", words), builder.start(), input);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
