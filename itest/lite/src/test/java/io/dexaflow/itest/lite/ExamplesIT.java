// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.itest.lite;

import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.itest.support.Command;
import io.dexaflow.itest.support.LiteHost;
import io.dexaflow.itest.support.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What we show to newcomers works as it stands. */
class ExamplesIT {

    private static final Path EXAMPLES = Path.of(System.getProperty("dexaflow.root", "../.."), "examples")
            .toAbsolutePath()
            .normalize();

    @RegisterExtension static final LiteHost host = LiteHost.fresh("examples");

    static List<Path> examples() throws IOException {
        try (Stream<Path> files = Files.walk(EXAMPLES)) {
            return files.filter(file -> file.toString().matches(".*\\.(yaml|yml|json)"))
                    .map(EXAMPLES::relativize)
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void exampleRunsToSuccess(Path example) {
        Result result = host.dexaflow("run", EXAMPLES.resolve(example)).run();
        assertThat(result.exitCode()).as(result.all()).isZero();
    }

    @Test
    void examplesAreWithoutFault() {
        Result result = Command.dexaflow(host.place(), "check", EXAMPLES).run();
        assertThat(result.exitCode()).as(result.all()).isZero();
    }

    @Test
    void firstExampleNeedsNothingButTheCommand() {
        try (LiteHost none = LiteHost.fresh("hello")) {
            Result result = none.dexaflow("run", EXAMPLES.resolve("hello.yaml")).run();
            assertThat(result.exitCode()).as(result.all()).isZero();
            assertThat(none.place().home().resolve("server.json")).doesNotExist();
            none.assertNoDatabaseLeft();
        }
    }
}
