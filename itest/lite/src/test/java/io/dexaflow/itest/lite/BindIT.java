// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.itest.lite;

import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.itest.support.Homes;
import io.dexaflow.itest.support.LiteHost;
import io.dexaflow.itest.support.Place;
import io.dexaflow.itest.support.Result;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;

/** Where the API may listen. */
class BindIT {

    private static final String EVERYWHERE = "org.apache.felix.http:org.apache.felix.http.host=0.0.0.0";

    @Test
    void anAddressThatOthersReachIsRefusedWithoutTlsOrSomebodysWord() {
        Place place = Homes.fresh("bind");
        try (LiteHost none = new LiteHost(place)) {
            Result result = none.dexaflow("lite", "--port", "0", "--set", EVERYWHERE).run();

            assertThat(result.exitCode()).as(result.all()).isEqualTo(78);
            assertThat(result.err()).contains("0.0.0.0", "without TLS", "api.allow_plaintext")
                    .doesNotContain("Exception");
            assertThat(place.home().resolve("server.json")).doesNotExist();
            none.assertNoDatabaseLeft();
        }
    }

    @Test
    void somebodysWordOpensIt() throws Exception {
        try (LiteHost host = LiteHost.fresh("bind", "--set", EVERYWHERE, "--set",
                "io.dexaflow.rest:api.allow_plaintext=true").start(); HttpClient client = HttpClient.newHttpClient()) {
            URI version = URI.create(host.server().api().replace("127.0.0.1", "127.0.0.2") + "/api/v2/version");
            HttpResponse<String> response =
                    client.send(HttpRequest.newBuilder(version).GET().build(), HttpResponse.BodyHandlers.ofString());
            assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        }
    }
}
