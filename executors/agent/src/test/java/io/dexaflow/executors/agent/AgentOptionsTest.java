// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.executors.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class AgentOptionsTest {

    @Test
    void whatIsNotGivenLiesInTheHome() {
        AgentOptions options = AgentOptions.parse(List.of("--home", "/h", "--worker", "w-1", "--capacity", "96"));
        assertThat(options).isEqualTo(new AgentOptions(Path.of("/h"), "w-1", 96, false, Duration.ofMinutes(10),
                Path.of("/h/agents/w-1.token"), Path.of("/h/server.json")));
    }

    @Test
    void everythingCanBeGiven() {
        AgentOptions options = AgentOptions.parse(List.of("--once", "--home", "/h", "--worker", "w", "--capacity", "1",
                "--idle-seconds", "5", "--token-file", "/t", "--server-json", "/s"));
        assertThat(options)
                .isEqualTo(new AgentOptions(Path.of("/h"), "w", 1, true, Duration.ofSeconds(5), Path.of("/t"),
                        Path.of("/s")));
    }

    @Test
    void whatCannotBeUsedIsNamed() {
        assertThatThrownBy(() -> AgentOptions.parse(List.of("--home", "/h")))
                .hasMessageContaining("--worker is missing");
        assertThatThrownBy(() -> AgentOptions.parse(List.of("--hom", "/h")))
                .hasMessageContaining("unknown option --hom");
        assertThatThrownBy(() -> AgentOptions.parse(List.of("--home"))).hasMessageContaining("--home needs a value");
        assertThatThrownBy(() -> AgentOptions.parse(List.of("--home", "/h", "--worker", "w", "--capacity", "0")))
                .hasMessageContaining("--capacity 0");
    }
}
