// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.rest.internal.host.LadderServlet;
import io.dexaflow.timing.Rung;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LadderServletTest {

    @Test
    void rungIsToldWithBothItsSides() {
        Rung rung = new Rung("heartbeat", new Rung.Term("heartbeat interval", Duration.ofSeconds(15)),
                new Rung.Term("agent lost", Duration.ofMillis(90_500)), "because");

        assertThat(LadderServlet.rung(rung).toString()).isEqualTo("{\"name\":\"heartbeat\",\"holds\":true,"
                + "\"lower\":{\"name\":\"heartbeat interval\",\"seconds\":15},"
                + "\"upper\":{\"name\":\"agent lost\",\"seconds\":90.5},\"sentence\":\"because\"}");
    }
}
