// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal;

import io.dexaflow.rest.internal.http.Json;
import io.dexaflow.rest.internal.http.Reply;
import io.dexaflow.rest.internal.http.ResourceServlet;
import io.dexaflow.rest.internal.http.Route;
import io.dexaflow.rest.internal.signin.SignIn;
import io.dexaflow.rest.internal.signin.TokenServlet;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** The API with people who can sign in, on a clock of the test's. */
final class People {

    /** Of {@code pässwörd 1}. */
    private static final String HASH =
            "pbkdf2-sha512$210000$AAECAwQFBgcICQoLDA0ODw$yUjY5nR1LPKm_02-0p16t31nrcIFR8xw3iQ2wsx-Qtg";

    final Rest rest;
    volatile Instant now = Instant.parse("2026-01-01T00:00:00Z");

    private final Path home;

    People(Path home) throws Exception {
        this.home = home;
        rest = new Rest(home, true);
        rest.readings.addDag("sales", MemoryReadings.VERSION);
        SignIn signIn = new SignIn(home, Duration.ofHours(1), () -> now);
        rest.host.letIn(signIn);
        rest.add(new TokenServlet(rest.host, signIn), "/auth/*");
        rest.add(new ResourceServlet(rest.host, List.of(Route.of("GET", "/test/who",
                request -> Reply.ok(Json.object().put("name", request.by()))))) {

            private static final long serialVersionUID = 1L;
        }, "/test/*");
    }

    /** Makes this the only account, as the users command would. */
    void set(String name, String role, String stamp) throws Exception {
        Path next = Files.writeString(home.resolve("users.next"), ("{\"users\": [{\"name\": \"%s\", \"role\": \"%s\","
                + " \"password\": \"%s\", \"stamp\": \"%s\"}]}").formatted(name, role, HASH, stamp));
        Files.move(next, home.resolve("users.json"), StandardCopyOption.ATOMIC_MOVE);
    }

    HttpResponse<String> signIn(String name, String password) throws Exception {
        return post(Json.write(Json.object().put("username", name).put("password", password)));
    }

    HttpResponse<String> post(String body) throws Exception {
        return rest.send(rest.anonymous("/auth/token").POST(BodyPublishers.ofString(body)));
    }

    String token(String name, String password) throws Exception {
        return rest.valid(signIn(name, password), 201, null).path("access_token").asText();
    }

    /** Sends a request with an empty object, if with anything; without a token when it is null. */
    HttpResponse<String> ask(String method, String path, String token) throws Exception {
        var request = rest.anonymous(path)
                .method(method, List.of("GET", "DELETE").contains(method) ? BodyPublishers.noBody()
                        : BodyPublishers.ofString("{}"));
        return rest.send(token == null ? request : request.header("Authorization", "Bearer " + token));
    }

    void close() throws Exception {
        rest.close();
    }
}
