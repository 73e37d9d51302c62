// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.gateway.internal.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import io.dexaflow.gateway.internal.SettableClock;
import io.dexaflow.gateway.internal.TestLadder;
import io.dexaflow.gateway.internal.token.TokenClaims.ForAttempt;
import io.dexaflow.gateway.internal.token.TokenClaims.ForWorker;
import io.dexaflow.model.AttemptId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JwtAgentTokensTest {

    private static final UUID RUN = UUID.fromString("00000000-0000-0000-0000-000000000001");
    private static final UUID TASK_INSTANCE = UUID.fromString("00000000-0000-0000-0000-000000000002");
    private static final AttemptId ATTEMPT = new AttemptId(RUN, "load", 2, 5);

    @TempDir private Path home;

    private final SettableClock clock = new SettableClock();
    private Path keyFile;
    private JwtAgentTokens tokens;

    @BeforeEach
    void start() {
        keyFile = home.resolve("auth.key");
        tokens = tokens(null);
    }

    @Test
    void attemptTokenSaysWhoTheAttemptIs() {
        String token = tokens.forAttempt(ATTEMPT, TASK_INSTANCE, clock.now());

        assertThat(tokens.read(token)).hasValue(new ForAttempt(ATTEMPT, TASK_INSTANCE, clock.now(),
                clock.now().plus(Duration.ofMinutes(10))));
    }

    @Test
    void workerTokenSaysWhoTheWorkerIs() {
        String token = tokens.forWorker("w-1", "subprocess");

        assertThat(tokens.read(token))
                .hasValue(new ForWorker("w-1", "subprocess", clock.now().plus(Duration.ofMinutes(10))));
    }

    @Test
    void tokenBearsTheClaimsOfTheSpecification() throws Exception {
        JWTClaimsSet claims =
                SignedJWT.parse(tokens.forAttempt(ATTEMPT, TASK_INSTANCE, clock.now())).getJWTClaimsSet();

        assertThat(claims.getClaims()).containsOnlyKeys("sub", "iss", "aud", "iat", "exp", "run", "task", "try",
                "epoch", "scope", "oiat");
        assertThat(claims.getAudience()).containsExactly("dexaflow-agent");
        assertThat(claims.getSubject()).isEqualTo(TASK_INSTANCE.toString());
    }

    @Test
    void expiredTokenIsRefusedAtItsLastSecond() {
        String token = tokens.forAttempt(ATTEMPT, TASK_INSTANCE, clock.now());

        clock.pass(Duration.ofSeconds(599));
        assertThat(tokens.read(token)).isPresent();
        clock.pass(Duration.ofSeconds(1));
        assertThat(tokens.read(token)).isEmpty();
    }

    @Test
    @DisplayName("T9: a token without an epoch counts as epoch 0")
    void t9_tokenWithoutAnEpochCountsAsEpochZero() throws Exception {
        String token = sign(claims().claim("epoch", null), JWSAlgorithm.HS256, key());

        assertThat(tokens.read(token)).hasValueSatisfying(
                claims -> assertThat(((ForAttempt) claims).attempt()).isEqualTo(new AttemptId(RUN, "load", 2, 0)));
    }

    @Test
    void craftedTokenWithTheRightKeyIsAccepted() throws Exception {
        assertThat(tokens.read(sign(claims(), JWSAlgorithm.HS256, key()))).isPresent();
    }

    @Test
    void tokenSignedWithAnotherKeyIsRefused() throws Exception {
        assertThat(tokens.read(sign(claims(), JWSAlgorithm.HS256, new byte[32]))).isEmpty();
    }

    @Test
    void tokenWhoseClaimsWereChangedIsRefused() {
        String[] parts = tokens.forAttempt(ATTEMPT, TASK_INSTANCE, clock.now()).split("\\.");
        String payload = new String(Base64.getUrlDecoder().decode(parts[1])).replace("\"epoch\":5", "\"epoch\":6");
        parts[1] = Base64.getUrlEncoder().withoutPadding().encodeToString(payload.getBytes());

        assertThat(tokens.read(String.join(".", parts))).isEmpty();
    }

    @Test
    void algorithmNoneIsRefused() {
        assertThat(tokens.read(new PlainJWT(claims().build()).serialize())).isEmpty();
    }

    @Test
    void otherAlgorithmsAreRefusedEvenWithTheRightKey() throws Exception {
        byte[] longKey = new byte[64];
        System.arraycopy(key(), 0, longKey, 0, 32);
        Files.writeString(keyFile, Base64.getUrlEncoder().encodeToString(longKey));
        tokens = tokens(null);

        assertThat(tokens.read(sign(claims(), JWSAlgorithm.HS256, longKey))).isPresent();
        assertThat(tokens.read(sign(claims(), JWSAlgorithm.HS384, longKey))).isEmpty();
        assertThat(tokens.read(sign(claims(), JWSAlgorithm.HS512, longKey))).isEmpty();
    }

    @Test
    void tokenForAnotherAudienceIsRefused() throws Exception {
        assertThat(tokens.read(sign(claims().audience("dexaflow-api"), JWSAlgorithm.HS256, key()))).isEmpty();
        assertThat(tokens.read(sign(claims().audience((String) null), JWSAlgorithm.HS256, key()))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"sub", "iss", "exp", "scope", "run", "task", "try", "oiat"})
    void tokenWithoutAClaimItNeedsIsRefused(String claim) throws Exception {
        JWTClaimsSet.Builder without = new JWTClaimsSet.Builder();
        claims().build().getClaims().forEach((name, value) -> {
            if (!name.equals(claim)) {
                without.claim(name, value);
            }
        });

        assertThat(tokens.read(sign(without, JWSAlgorithm.HS256, key()))).isEmpty();
    }

    @Test
    void tokenOfAnUnknownScopeIsRefused() throws Exception {
        assertThat(tokens.read(sign(claims().claim("scope", "admin"), JWSAlgorithm.HS256, key()))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "a.b.c", "eyJhbGciOiJIUzI1NiJ9..", "eyJhbGciOiJIUzI1NiJ9.e30.",
            "eyJhbGciOm51bGx9.e30.AA", "eyJhbGciOiJub25lIn0.e30.", "🙂.🙂.🙂", "[[[[.{{{{.]]]]"})
    void garbageIsRefusedAndNothingElse(String garbage) {
        assertThat(tokens.read(garbage)).isEmpty();
        assertThat(tokens.read(null)).isEmpty();
        assertThat(tokens.read("a".repeat(1_000_000))).isEmpty();
    }

    @Test
    void bothKeysAreAcceptedAndTheFirstOneSigns() throws Exception {
        String old = tokens.forAttempt(ATTEMPT, TASK_INSTANCE, clock.now());
        byte[] oldKey = key();
        byte[] newKey = new byte[32];
        newKey[0] = 1;
        Files.writeString(keyFile, encoded(newKey) + "\n" + encoded(oldKey) + "\n");
        JwtAgentTokens rotated = tokens(null);

        assertThat(rotated.read(old)).isPresent();
        String fresh = rotated.forAttempt(ATTEMPT, TASK_INSTANCE, clock.now());
        assertThat(tokens.read(fresh)).isEmpty();
        assertThat(rotated.read(fresh)).isPresent();
    }

    @Test
    void aThirdKeyIsNotAccepted() throws Exception {
        String old = tokens.forAttempt(ATTEMPT, TASK_INSTANCE, clock.now());
        byte[] second = new byte[32];
        second[0] = 2;
        Files.writeString(keyFile, encoded(new byte[32]) + "\n" + encoded(second) + "\n" + encoded(key()) + "\n");

        assertThat(tokens(null).read(old)).isEmpty();
    }

    @Test
    void keyIsMadeOnceAndForItsOwnerOnly() throws Exception {
        String token = tokens.forWorker("w", "subprocess");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(keyFile))).isEqualTo("rw-------");
        assertThat(home).isDirectoryNotContaining(file -> file.getFileName().toString().contains("draft"));

        assertThat(tokens(null).read(token)).isPresent();
    }

    @Test
    void keyThatOthersMayReadIsShutToThem() throws Exception {
        Files.setPosixFilePermissions(keyFile, PosixFilePermissions.fromString("rw-r--r--"));
        tokens(null);

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(keyFile))).isEqualTo("rw-------");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n\n", "not base64 !", "c2hvcnQ"})
    void keyFileWithoutAUsableKeyIsRefusedInWords(String content) throws IOException {
        Files.writeString(keyFile, content);

        assertThatThrownBy(() -> tokens(null)).isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("auth.key")
                .hasMessageContaining("no usable key");
    }

    @Test
    void renewedTokenSlidesAndKeepsItsOrigin() {
        Instant origin = clock.now();
        ForAttempt first = attempt(tokens.forAttempt(ATTEMPT, TASK_INSTANCE, origin));
        clock.pass(Duration.ofMinutes(9));

        ForAttempt second = attempt(tokens.renew(first, clock.now()).orElseThrow());

        assertThat(second.origin()).isEqualTo(origin);
        assertThat(second.expires()).isEqualTo(clock.now().plus(Duration.ofMinutes(10)));
    }

    @Test
    void tokenIsNotRenewedBeyondTheCeiling() {
        JwtAgentTokens limited = tokens(Duration.ofHours(1));
        Instant origin = clock.now();
        ForAttempt claims = attempt(limited.forAttempt(ATTEMPT, TASK_INSTANCE, origin));

        assertThat(limited.renew(claims, origin.plus(Duration.ofHours(1)))).isPresent();
        assertThat(limited.renew(claims, origin.plus(Duration.ofHours(1)).plusSeconds(1))).isEmpty();
    }

    @Test
    void withoutACeilingTokenIsRenewedForEver() {
        ForAttempt claims = attempt(tokens.forAttempt(ATTEMPT, TASK_INSTANCE, clock.now()));

        assertThat(tokens.renew(claims, clock.now().plus(Duration.ofDays(365)))).isPresent();
    }

    private JwtAgentTokens tokens(Duration ceiling) {
        return new JwtAgentTokens(keyFile, new TestLadder(ceiling), clock);
    }

    private ForAttempt attempt(String token) {
        return (ForAttempt) tokens.read(token).orElseThrow();
    }

    private byte[] key() throws IOException {
        return Base64.getUrlDecoder().decode(Files.readAllLines(keyFile).getLast().strip());
    }

    private static String encoded(byte[] key) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(key);
    }

    private JWTClaimsSet.Builder claims() {
        return new JWTClaimsSet.Builder().issuer("dexaflow")
                .audience("dexaflow-agent")
                .subject(TASK_INSTANCE.toString())
                .claim("scope", "attempt")
                .claim("run", RUN.toString())
                .claim("task", "load")
                .claim("try", 2)
                .claim("epoch", 5)
                .claim("oiat", clock.now().getEpochSecond())
                .issueTime(Date.from(clock.now()))
                .expirationTime(Date.from(clock.now().plusSeconds(60)));
    }

    private static String sign(JWTClaimsSet.Builder claims, JWSAlgorithm algorithm, byte[] key) throws JOSEException {
        SignedJWT jwt = new SignedJWT(new JWSHeader(algorithm), claims.build());
        jwt.sign(new MACSigner(key));
        return jwt.serialize();
    }
}
