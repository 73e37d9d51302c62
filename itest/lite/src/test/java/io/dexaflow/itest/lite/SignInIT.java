// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.itest.lite;

import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.itest.support.Answer;
import io.dexaflow.itest.support.Api;
import io.dexaflow.itest.support.Command;
import io.dexaflow.itest.support.Dags;
import io.dexaflow.itest.support.Json;
import io.dexaflow.itest.support.LiteHost;
import io.dexaflow.itest.support.Result;
import io.dexaflow.itest.support.Waits;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** People with names, passwords and roles, at a host that runs. */
class SignInIT {

    private static final String PASSWORD = "correct-horse-battery";
    private static final String NEXT_PASSWORD = "staple-of-the-next-day";
    private static final String WRONG = "guessed-and-wrong";

    @RegisterExtension static final LiteHost HOST = LiteHost.fresh("sign-in");

    private static Result users(String input, Object... words) {
        Object[] all = Stream.concat(Stream.of("users"), Stream.of(words)).toArray();
        return Command.dexaflow(HOST.place(), all).onHome().input(input.getBytes(StandardCharsets.UTF_8)).run();
    }

    private static Answer signIn(String name, String password) {
        try (Api anonymous = new Api(HOST.server().api(), null)) {
            return anonymous.post("/auth/token", Map.of("username", name, "password", password));
        }
    }

    private static String token(String name, String password) {
        Answer answer = signIn(name, password);
        assertThat(answer.status()).as(answer.text()).isEqualTo(201);
        return answer.json().get("access_token").asText();
    }

    private static Answer trigger(String token) {
        try (Api api = new Api(HOST.server().api(), token)) {
            return api.post("/api/v2/dags/signed/dagRuns", Map.of("logical_date", "2026-01-01T00:00:00Z"));
        }
    }

    private static int read(String token) {
        try (Api api = new Api(HOST.server().api(), token)) {
            return api.ask("/api/v2/dags").status();
        }
    }

    @Test
    void accountsWorkWhileTheHostRunsAndNoSecretIsWrittenAnywhere() throws IOException {
        Dags.write(HOST.place().dags(), "signed", Dags.oneTask("signed", "true"));
        assertThat(users(PASSWORD + "\n", "add", "ann", "--role", "viewer").exitCode()).isZero();
        String token = token("ann", PASSWORD);
        assertThat(read(token)).isEqualTo(200);
        assertThat(trigger(token).status()).isEqualTo(403);
        assertThat(signIn("ann", WRONG).status()).isEqualTo(401);
        assertThat(signIn(WRONG, PASSWORD).status()).isEqualTo(401);

        assertThat(users("", "role", "ann", "operator").exitCode()).isZero();
        assertThat(trigger(token).status()).isNotIn(401, 403);
        HOST.rows().change("update dexaflow.clock set shift = '25 hours'");
        Waits.until("the token has expired", Waits.PATIENCE,
                () -> read(token) == 401);
        HOST.rows().change("update dexaflow.clock set shift = '0'");
        Waits.until("the clock is back", Waits.PATIENCE,
                () -> read(token) == 200);

        assertThat(users(NEXT_PASSWORD + "\n", "reset", "ann").exitCode()).isZero();
        assertThat(read(token)).isEqualTo(401);
        assertThat(signIn("ann", PASSWORD).status()).isEqualTo(401);
        String next = token("ann", NEXT_PASSWORD);
        assertThat(read(next)).isEqualTo(200);
        assertThat(users("", "remove", "ann").exitCode()).isZero();
        assertThat(read(next)).isEqualTo(401);

        assertNowhere(List.of(PASSWORD, NEXT_PASSWORD, WRONG, token, next, homeToken()));
    }

    @Test
    void onlyOurKeyAndOurAudienceMakeAToken() throws Exception {
        assertThat(users(PASSWORD + "\n", "add", "eve", "--role", "admin").exitCode()).isZero();
        Path home = HOST.place().home();
        String stamp = Json.read(Files.readString(home.resolve("users.json"))).at("/users/0/stamp").asText();
        String claims = "{\"iss\":\"dexaflow\",\"aud\":\"%s\",\"sub\":\"eve\",\"stamp\":\"" + stamp
                + "\",\"exp\":4102444800}";
        String forUs = claims.formatted("dexaflow-api");

        assertThat(read(signed("HS256", forUs, home.resolve("users.key")))).isEqualTo(200);
        assertThat(read(signed("HS256", forUs, home.resolve("auth.key")))).isEqualTo(401);
        assertThat(read(signed("HS256", claims.formatted("dexaflow-agent"), home.resolve("users.key"))))
                .isEqualTo(401);
        assertThat(read(signed("none", forUs, home.resolve("users.key")))).isEqualTo(401);
        String whole = signed("HS256", forUs, home.resolve("users.key"));
        assertThat(read(whole.substring(0, whole.length() - 2))).isEqualTo(401);
        assertThat(read(whole.substring(0, whole.lastIndexOf('.') + 1))).isEqualTo(401);
        assertThat(users("", "remove", "eve").exitCode()).isZero();
    }

    private static String signed(String algorithm, String claims, Path keyFile) throws Exception {
        Base64.Encoder base64 = Base64.getUrlEncoder().withoutPadding();
        String content =
                base64.encodeToString(("{\"alg\":\"" + algorithm + "\"}").getBytes(StandardCharsets.UTF_8)) + "."
                        + base64.encodeToString(claims.getBytes(StandardCharsets.UTF_8));
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(Base64.getUrlDecoder().decode(Files.readString(keyFile).strip()), "HmacSHA256"));
        return content + "." + base64.encodeToString(mac.doFinal(content.getBytes(StandardCharsets.UTF_8)));
    }

    private static String homeToken() throws IOException {
        return Files.readString(HOST.place().home().resolve("token")).strip();
    }

    /** Neither in a log nor in what the host says of itself. */
    private static void assertNowhere(List<String> secrets) throws IOException {
        StringBuilder said = new StringBuilder();
        try (Stream<Path> logs = Files.walk(HOST.place().home().resolve("logs"))) {
            for (Path log : logs.filter(Files::isRegularFile).toList()) {
                said.append(Files.readString(log, StandardCharsets.ISO_8859_1));
            }
        }
        for (String path : List.of("/dexaflow/v1/doctor", "/dexaflow/v1/gate", "/dexaflow/v1/executors",
                "/api/v2/config", "/api/v2/eventLogs")) {
            said.append(HOST.api().ask(path).text());
        }
        assertThat(said.toString()).contains("a sign-in failed").doesNotContain(secrets);
    }
}
