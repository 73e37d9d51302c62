// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** People who sign in. */
class SignInTest {

    private static final String PASSWORD = "pässwörd 1";
    private static final String DAGS = "/api/v2/dags";

    @TempDir private Path home;

    private People people;

    @BeforeEach
    void start() throws Exception {
        people = new People(home);
        people.set("ann", "viewer", "stamp-1");
    }

    @AfterEach
    void stop() throws Exception {
        people.close();
    }

    private int status(String path, String token) throws Exception {
        return people.ask("GET", path, token).statusCode();
    }

    @Test
    void aNameAndAPasswordGiveAToken() throws Exception {
        HttpResponse<String> response = people.signIn("ann", PASSWORD);

        JsonNode json = people.rest.valid(response, 201, null);
        assertThat(json.path("expires_in").asInt()).isEqualTo(3600);
        assertThat(json.path("token_type").asText()).isEqualTo("Bearer");
        assertThat(response.headers().firstValue("Cache-Control")).hasValue("no-store");
        assertThat(status(DAGS, json.path("access_token").asText())).isEqualTo(200);
    }

    @Test
    void theTokenEndsOnTheDatabasesClock() throws Exception {
        String token = people.token("ann", PASSWORD);
        people.now = people.now.plus(Duration.ofMinutes(59));
        assertThat(status(DAGS, token)).isEqualTo(200);

        people.now = people.now.plus(Duration.ofMinutes(2));

        assertThat(people.rest.detail(people.ask("GET", DAGS, token), 401)).contains("expired");
    }

    @Test
    void aNewPasswordOrRemovalEndsItAndANewRoleIsItsRole() throws Exception {
        String token = people.token("ann", PASSWORD);
        assertThat(people.ask("POST", Rest.RUNS, token).statusCode()).isEqualTo(403);

        people.set("ann", "operator", "stamp-1");
        assertThat(people.ask("POST", Rest.RUNS, token).statusCode()).isNotIn(401, 403);

        people.set("ann", "operator", "stamp-2");
        assertThat(status(DAGS, token)).isEqualTo(401);
        assertThat(status(DAGS, people.token("ann", PASSWORD))).isEqualTo(200);

        String next = people.token("ann", PASSWORD);
        people.set("bob", "viewer", "stamp-3");
        assertThat(status(DAGS, next)).isEqualTo(401);
    }

    @Test
    void anUnknownNameIsAnsweredAsAWrongPasswordIs() throws Exception {
        HttpResponse<String> wrong = people.signIn("ann", "wrong");
        HttpResponse<String> unknown = people.signIn("nobody", "wrong");

        assertThat(people.rest.detail(wrong, 401)).isEqualTo("Invalid credentials");
        assertThat(unknown.statusCode()).isEqualTo(401);
        assertThat(unknown.body()).isEqualTo(wrong.body());
        assertThat(people.signIn("ann", "").statusCode()).isEqualTo(401);
    }

    @Test
    void whoGuessesWaitsAndTheHomesTokenDoesNot() throws Exception {
        for (int i = 0; i < 6; i++) {
            assertThat(people.signIn("ann", "wrong").statusCode()).isEqualTo(401);
        }

        HttpResponse<String> refused = people.signIn("ann", PASSWORD);

        assertThat(people.rest.detail(refused, 429)).contains("try again in 2 s");
        assertThat(refused.headers().firstValue("Retry-After")).hasValue("2");
        assertThat(status(DAGS, people.rest.token)).isEqualTo(200);
        people.now = people.now.plusSeconds(2);
        assertThat(people.signIn("ann", PASSWORD).statusCode()).isEqualTo(201);
        assertThat(people.signIn("ann", "wrong").statusCode()).isEqualTo(401);
    }

    @Test
    void whoGuessesManyNamesWaitsForAllOfThem() throws Exception {
        for (int i = 0; i < 21; i++) {
            assertThat(people.signIn("name" + i, "wrong").statusCode()).isEqualTo(401);
        }

        assertThat(people.signIn("another", "wrong").statusCode()).isEqualTo(429);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "null", "[]", "{}", "{\"username\": \"ann\"}", "{\"username\": 1, \"password\": \"x\"}",
            "{\"username\": \"ann\", \"password\": null}", "{\"username\": \"ann\", \"password\": hunter22}",
            "{\"username\": \"ann\", \"password\": \"hunter22\\u0000\"}", "{\"username\": \"ann\", \"password\":"})
    void bodiesThatAreNoSignInAreRefusedAndNotQuoted(String body) throws Exception {
        HttpResponse<String> response = people.post(body);

        people.rest.detail(response, 422);
        assertThat(response.body()).doesNotContain("hunter22");
    }

    @Test
    void othersBodiesMethodsAndPagesAreRefused() throws Exception {
        assertThat(people.post("{\"username\": \"" + "x".repeat(20_000) + "\"}").statusCode()).isEqualTo(413);
        assertThat(people.post("{\"username\": \"" + "x".repeat(2000) + "\", \"password\": \"x\"}").statusCode())
                .isEqualTo(422);
        assertThat(people.ask("GET", "/auth/token", people.rest.token).statusCode()).isEqualTo(405);
        assertThat(people.ask("GET", "/auth/nowhere", people.rest.token).statusCode()).isEqualTo(404);
        assertThat(people.rest.send(people.rest.anonymous("/auth/token")
                .setHeader("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString("username=ann&password=x"))).statusCode()).isEqualTo(422);
        assertThat(people.rest.send(people.rest.anonymous("/auth/token")
                .header("Origin", "http://evil.example")
                .POST(BodyPublishers.ofString("{}"))).statusCode()).isEqualTo(403);
    }

    @ParameterizedTest
    @ValueSource(strings = {"eyJhbGciOiJub25lIn0.eyJzdWIiOiJhbm4ifQ.", "a.b.c", "..", "x", "ä", "{}"})
    void tokensThatAreNoneAre401InWords(String token) throws Exception {
        assertThat(people.rest.detail(people.ask("GET", DAGS, token), 401)).startsWith("Invalid token");
        assertThat(status("/api/v2/nowhere", token)).isEqualTo(401);
    }

    @Test
    void aUsersFileThatCannotBeReadLetsNobodyInButTheHomesToken() throws Exception {
        String token = people.token("ann", PASSWORD);
        Files.writeString(home.resolve("users.json"), "{\"users\": [{\"name\": \"ann\"}]}");

        assertThat(people.rest.detail(people.ask("GET", DAGS, token), 503)).contains("users file");
        assertThat(people.signIn("ann", PASSWORD).statusCode()).isEqualTo(503);
        assertThat(status(DAGS, people.rest.token)).isEqualTo(200);
        Files.delete(home.resolve("users.json"));
        assertThat(people.signIn("ann", PASSWORD).statusCode()).isEqualTo(401);
    }

    @Test
    void withoutADatabaseSignInSaysThatItWaits(@TempDir Path other) throws Exception {
        Rest alone = new Rest(other, true);
        try {
            assertThat(alone.detail(alone.send(alone.anonymous(DAGS).header("Authorization", "Bearer a.b.c").GET()),
                    503)).contains("database");
            assertThat(alone.get(DAGS).statusCode()).isEqualTo(200);
        } finally {
            alone.close();
        }
    }

    @Test
    void whoDidItIsWhoSignedIn() throws Exception {
        people.set("ann", "operator", "stamp-1");
        String token = people.token("ann", PASSWORD);

        JsonNode who = people.rest.valid(people.ask("GET", "/test/who", token), 200, null);

        assertThat(who.path("name").asText()).isEqualTo("ann");
        assertThat(people.rest.valid(people.ask("GET", "/test/who", people.rest.token), 200, null)
                .path("name")
                .asText()).isEqualTo("admin");
    }
}
