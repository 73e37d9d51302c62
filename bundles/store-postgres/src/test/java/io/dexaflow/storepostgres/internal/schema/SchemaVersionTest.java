// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SchemaVersionTest {

    @Test
    void numberIsReleaseAndStep() {
        SchemaVersion version = SchemaVersion.of(new BigDecimal("11203"));

        assertThat(version).isEqualTo(new SchemaVersion(1, 12, 3)).hasToString("1.12 (change 11203)");
        assertThat(version.id()).isEqualTo(new BigDecimal("11203"));
        assertThat(SchemaVersion.ofScript("00101_first_tables.sql")).hasToString("0.1 (change 00101)");
    }

    @ParameterizedTest
    @CsvSource({"101, 101, true", "101, 199, true", "101, 201, true", "101, 299, true", "101, 301, false",
            "101, 10001, false", "301, 101, true", "10001, 901, true", "10101, 10301, false"})
    void programRunsOnItsOwnOlderAndTheNextMinorsSchema(int program, int database, boolean runs) {
        assertThat(SchemaVersion.of(BigDecimal.valueOf(program)).runsOn(SchemaVersion.of(BigDecimal.valueOf(database))))
                .isEqualTo(runs);
    }

    @Test
    void everyScriptIsNamedAndInOrder() throws IOException {
        Path folder = Path.of("src/main/resources", Scripts.class.getPackageName().replace('.', '/'));
        try (Stream<Path> files = Files.list(folder)) {
            List<String> scripts = files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".sql"))
                    .sorted()
                    .toList();

            assertThat(Scripts.NAMES).isEqualTo(scripts);
        }
    }
}
