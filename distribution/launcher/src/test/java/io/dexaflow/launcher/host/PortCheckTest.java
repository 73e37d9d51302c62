// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dexaflow.launcher.CommandException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

class PortCheckTest {

    @Test
    void aPortThatIsTakenIsRefusedInWords() throws IOException {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            assertThatThrownBy(() -> PortCheck.refuseTaken(other.getLocalPort())).isInstanceOfSatisfying(
                    CommandException.class, e -> assertThat(e.exitCode()).isEqualTo(78))
                    .hasMessageContaining(Integer.toString(other.getLocalPort()))
                    .hasMessageContaining("--port");
        }
    }

    @Test
    void anyFreePortIsNotLookedFor() {
        assertThatCode(() -> PortCheck.refuseTaken(0)).doesNotThrowAnyException();
    }
}
