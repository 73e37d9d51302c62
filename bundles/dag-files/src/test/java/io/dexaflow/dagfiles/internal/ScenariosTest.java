// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.dagfiles.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.dag.ParseResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * One folder of {@code src/test/resources/scenarios} for each way to get a DAG file wrong: the file, and what its author
 * is told.
 */
class ScenariosTest {

    private static final Path SCENARIOS = Path.of("src/test/resources/scenarios");

    static Stream<String> scenarios() throws IOException {
        try (Stream<Path> folders = Files.list(SCENARIOS)) {
            return folders.map(folder -> folder.getFileName().toString()).sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void theAuthorIsToldWhatIsWrongAndWhere(String scenario) throws IOException {
        Path folder = SCENARIOS.resolve(scenario);
        Path yaml = folder.resolve("dag.yaml");
        Path file = Files.exists(yaml) ? yaml : folder.resolve("dag.json");
        String name = file.getFileName().toString();
        String said = switch (new FileDagParser().parse(file)) {
            case ParseResult.Parsed parsed -> "valid: " + parsed.dag().dagId() + "\n";
            case ParseResult.Invalid invalid -> invalid.errors()
                    .stream()
                    .map(error -> error.toText(name) + "\n")
                    .collect(Collectors.joining());
        };
        assertThat(said).isEqualTo(Files.readString(folder.resolve("expected.txt")));
    }
}
