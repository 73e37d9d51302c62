// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.dexaflow.control.RequestException;
import io.dexaflow.store.StoreException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SyntaxTest {

    private final Syntax syntax = new Syntax("copy", "copies a thing").operand("THING")
            .optionalOperand("PLACE")
            .option("--times", "N", "how often");

    @Test
    void helpSaysWhatThereIs() {
        String help = """
                copy THING [PLACE] [options]
                  copies a thing
                  --json     the answer as JSON
                  --help     this text
                  --times N  how often""";

        assertThat(run("--help")).isEqualTo(help);
        assertThat(run("-h")).isEqualTo(help);
    }

    @Test
    void operandsAndOptionsMayBeMixed() {
        assertThat(run("--times", "3", "a", "b")).isEqualTo("[a, b] {--times=3}");
        assertThat(run("a", "--times=3")).isEqualTo("[a] {--times=3}");
    }

    @Test
    void theAnswerIsGivenAsJsonOnRequest() {
        assertThat(run("a", "--json")).isEqualTo("{\"operands\":[\"a\"]}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a --x", "a b c", "", "a --times", "--json"})
    void wrongUsageShowsTheHelp(String line) {
        assertThat(failure(() -> run(line.isEmpty() ? new String[0] : line.split(" "))))
                .returns(2, CommandFailure::exitCode)
                .extracting(CommandFailure::getMessage)
                .asString()
                .startsWith("copy: ")
                .contains("copies a thing");
    }

    @ParameterizedTest
    @EnumSource(RequestException.Kind.class)
    void aRefusedRequestIsBadInputUnlessItIsOnlyTooEarly(RequestException.Kind kind) {
        CommandFailure failure = failure(() -> syntax.run(new String[]{"a"}, _ -> {
            throw new RequestException(kind, "no such thing");
        }));

        assertThat(failure.exitCode()).isEqualTo(kind == RequestException.Kind.UNAVAILABLE ? 4 : 2);
        assertThat(failure).hasMessage("no such thing");
    }

    @Test
    void aStoreThatDoesNotAnswerIsNotReady() {
        assertThat(failure(() -> syntax.run(new String[]{"a"}, _ -> {
            throw new StoreException("cannot list", null);
        })).exitCode()).isEqualTo(4);
    }

    @Test
    void anAnswerThatIsNoGoodOneIsPrintedAllTheSame() {
        assertThat(failure(() -> syntax.run(new String[]{"a"}, _ -> new Answer("bad news\n", Map.of(), 4))))
                .returns(4, CommandFailure::exitCode)
                .hasMessage("bad news");
    }

    private String run(String... given) {
        return syntax.run(given, arguments -> new Answer(arguments.operands() + " " + arguments.options(),
                Map.of("operands", List.copyOf(arguments.operands()))));
    }

    private static CommandFailure failure(Callable<String> call) {
        return catchThrowableOfType(CommandFailure.class, call::call);
    }
}
