// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.dagfiles.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.dag.ParseResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ExamplesTest {

    static Stream<Path> examples() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("../../examples"))) {
            return files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void everyExampleIsAValidDagNamedAfterItsFile(Path file) {
        ParseResult result = new FileDagParser().parse(file);
        assertThat(result).isInstanceOfSatisfying(ParseResult.Parsed.class,
                parsed -> assertThat(file.getFileName()).hasToString(parsed.dag().dagId() + ".yaml"));
    }

    @ParameterizedTest
    @MethodSource("examples")
    void everyExampleBeginsWithACommentThatSaysHowToRunIt(Path file) throws IOException {
        String header = Files.lines(file).takeWhile(line -> !line.startsWith("dag_id")).reduce("", String::concat);
        assertThat(header).contains("dexaflow run examples/" + file.getFileName()).contains("What to see here");
    }
}
