// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.itest.lite;

import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.itest.support.Command;
import io.dexaflow.itest.support.Homes;
import io.dexaflow.itest.support.LiteHost;
import io.dexaflow.itest.support.Place;
import io.dexaflow.itest.support.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** When the host must not start, it says why, and how it can. */
class RefusalIT {

    private static final String KEY = "auth.max_attempt_credential_lifetime";
    private static final String VARIABLE = "DEXAFLOW_CFG_IO_DEXAFLOW_LADDER__AUTH_MAX_ATTEMPT_CREDENTIAL_LIFETIME";

    @Test
    @DisplayName("T147: a credential ceiling below the token's life is refused, with the key and both values")
    void brokenLadderIsRefused() throws IOException {
        Place place = Homes.fresh("ladder");
        try (LiteHost none = new LiteHost(place)) {
            Path conf = Files.createDirectories(place.home().resolve("conf"));
            Files.writeString(conf.resolve("io.dexaflow.ladder.cfg"), KEY + " = 5m\n");
            Result result = none.dexaflow("lite", "--port", "0").run();
            assertThat(result.exitCode()).as(result.all()).isEqualTo(78);
            assertThat(result.err()).contains("resilience ladder:", KEY)
                    .containsPattern("5 ?m|300 ?s")
                    .containsPattern("10 ?m|600 ?s")
                    .doesNotContain("Exception");
            assertThat(place.home().resolve("server.json")).doesNotExist();
            none.assertNoDatabaseLeft();
        }
    }

    @Test
    @DisplayName("T147: a ceiling of zero boots with one WARN; then a schema that is too new is refused")
    void unlimitedCeilingWarnsOnceAndNewerSchemaIsRefused() throws IOException {
        try (LiteHost host = LiteHost.fresh("newer").with(Map.of(VARIABLE, "0")).start()) {
            Path log = host.place().home().resolve("logs/server.log");
            List<String> warnings = Files.readAllLines(log)
                    .stream()
                    .filter(line -> line.contains("WARN")
                            && line.contains(KEY))
                    .toList();
            assertThat(warnings).hasSize(1);
            assertThat(warnings.getFirst()).contains("0");

            host.rows()
                    .change("insert into dexaflow.changelog (id, applied_at, description) values (90101,"
                            + " '2030-01-01 00:00:00', 'from the future')");
            host.stop();
            Result refused = Command.dexaflow(host.place(), "lite", "--port", "0").onHome().run();
            assertThat(refused.exitCode()).as(refused.all()).isEqualTo(78);
            assertThat(refused.err()).contains("schema").contains("9.1").doesNotContain("Exception");
            host.assertNoDatabaseLeft();
        }
    }
}
