// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.signin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import io.dexaflow.rest.internal.http.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UserTokensTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final User ANN = new User("ann", Role.VIEWER, PasswordHash.NOBODYS, "stamp-1");

    @TempDir private Path home;

    private UserTokens tokens;
    private byte[] key;

    @BeforeEach
    void setUp() throws IOException {
        Path file = home.resolve("users.key");
        tokens = new UserTokens(UserKeys.at(file));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file))).isEqualTo("rw-------");
        key = Base64.getUrlDecoder().decode(Files.readString(file).strip());
    }

    private String token() {
        return tokens.encode(ANN, NOW, NOW.plus(Duration.ofHours(1)));
    }

    private static JWTClaimsSet.Builder claims() {
        return new JWTClaimsSet.Builder().issuer("dexaflow")
                .audience("dexaflow-api")
                .subject("ann")
                .claim("stamp", "stamp-1")
                .expirationTime(Date.from(NOW.plusSeconds(60)));
    }

    private static String signed(JWSAlgorithm algorithm, byte[] with, JWTClaimsSet claims) throws JOSEException {
        SignedJWT jwt = new SignedJWT(new JWSHeader(algorithm), claims);
        jwt.sign(new MACSigner(with));
        return jwt.serialize();
    }

    @Test
    void saysWhoseItIsUntilItExpires() {
        assertThat(tokens.decode(token(), NOW)).hasValue(new UserTokens.Bearer("ann", "stamp-1"));
        assertThat(tokens.decode(token(), NOW.plus(Duration.ofMinutes(59)))).isPresent();
        assertThat(tokens.decode(token(), NOW.plus(Duration.ofHours(1)).plusSeconds(2))).isEmpty();
    }

    @Test
    void forgedOnesAreRefused() throws JOSEException {
        String token = token();
        String payload = token.split("\\.")[1];
        String unsigned = new PlainJWT(claims().build()).serialize();

        assertThat(tokens.decode(signed(JWSAlgorithm.HS256, key, claims().build()), NOW)).isPresent();
        for (String forged : List.of(unsigned, unsigned + "AAAA", signed(JWSAlgorithm.HS256, new byte[32],
                claims().build()), token.replace(payload, payload.substring(1)), token.substring(0, 40),
                token.substring(0, token.length() - 1), token + ".", "..", "", "a.b.c", token + "x".repeat(5000),
                "{\"alg\":\"none\"}..")) {
            assertThat(tokens.decode(forged, NOW)).as(forged).isEmpty();
        }
    }

    @Test
    void anotherAlgorithmOfTheSameKeyIsRefused() throws JOSEException {
        byte[] longKey = new byte[64];
        UserTokens others = new UserTokens(new UserKeys(List.of(longKey)));

        assertThat(others.decode(signed(JWSAlgorithm.HS256, longKey, claims().build()), NOW)).isPresent();
        assertThat(others.decode(signed(JWSAlgorithm.HS512, longKey, claims().build()), NOW)).isEmpty();
    }

    @Test
    void anyClaimThatIsMissingOrOfAnotherIsRefused() throws JOSEException {
        for (JWTClaimsSet wrong : List.of(claims().audience("dexaflow-agent").build(),
                claims().audience(List.of("dexaflow-api", "dexaflow-agent")).build(), claims().issuer("x").build(),
                claims().subject(null).build(), claims().expirationTime(null).build(),
                claims().claim("stamp", null).build(), claims().claim("stamp", 1).build())) {
            assertThat(tokens.decode(signed(JWSAlgorithm.HS256, key, wrong), NOW)).as(wrong.toString()).isEmpty();
        }
    }

    @Test
    void keysRotateAndTwoAreAccepted() throws IOException {
        Path file = home.resolve("users.key");
        String first = token();
        String old = Files.readString(file);
        Base64.Encoder base64 = Base64.getUrlEncoder();
        Files.writeString(file, base64.encodeToString(new byte[32]) + "\n" + old);
        UserTokens rotated = new UserTokens(UserKeys.at(file));
        assertThat(rotated.decode(first, NOW)).isPresent();
        String second = rotated.encode(ANN, NOW, NOW.plusSeconds(60));
        assertThat(tokens.decode(second, NOW)).isEmpty();

        Files.writeString(file, base64.encodeToString(new byte[33]) + "\n" + base64.encodeToString(new byte[32]) + "\n"
                + old);
        UserTokens twice = new UserTokens(UserKeys.at(file));
        assertThat(twice.decode(second, NOW)).isPresent();
        assertThat(twice.decode(first, NOW)).isEmpty();
    }

    @Test
    void keyFilesThatHoldNoKeyAreRefusedWithoutQuotingThem() throws IOException {
        Path file = home.resolve("users.key");
        for (String bad : List.of("", "c2hvcnQ", "not base64!")) {
            Files.writeString(file, bad);
            assertThatThrownBy(() -> UserKeys.at(file)).isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("users.key")
                    .hasNoCause()
                    .hasMessageNotContaining(bad.isEmpty() ? "\0" : bad);
        }
    }
}
