// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.host;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.core.rolling.helper.FileNamePattern;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class HostLoggingTest {

    @Test
    void aPathStaysWhatItIsWithinAPattern() {
        for (String path : new String[]{"/srv/home/logs/server.log", "/srv/100% (a)/%d/%i/server.log",
                "/x)/(y/z.log"}) {
            FileNamePattern pattern = new FileNamePattern(HostLogging.escaped(path) + ".%d{yyyy}.%i",
                    new LoggerContext());

            assertThat(pattern.convertMultipleArguments(Instant.parse("2026-06-01T00:00:00Z"), 7))
                    .isEqualTo(path + ".2026.7");
            assertThat(pattern.getPrimaryDateTokenConverter().getDatePattern()).isEqualTo("yyyy");
        }
    }
}
