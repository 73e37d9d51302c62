// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.signin;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.MACVerifier;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Optional;

/** Signs and reads the web tokens of people; HS256 and nothing else, whatever a token's header asks for. */
final class UserTokens {

    private static final String ISSUER = "dexaflow";
    private static final String AUDIENCE = "dexaflow-api";
    private static final String STAMP = "stamp";

    /** Ours are below 1 KiB; nobody makes us parse more. */
    private static final int LONGEST = 4096;

    /** Two hosts read the database's clock up to a second apart, and a token's times are whole seconds. */
    private static final Duration TOLERANCE = Duration.ofSeconds(2);

    private final MACSigner signer;
    private final List<MACVerifier> verifiers;

    UserTokens(UserKeys keys) {
        try {
            signer = new MACSigner(keys.signing());
            List<MACVerifier> all = new ArrayList<>();
            for (byte[] key : keys.accepted()) {
                all.add(new MACVerifier(key));
            }
            verifiers = List.copyOf(all);
        } catch (JOSEException e) {
            throw new IllegalStateException("a signing key cannot be used for HS256", e);
        }
    }

    /**
     * Whose a token is.
     *
     * @param stamp of the account when the token was made
     */
    record Bearer(String name, String stamp) {}

    /** A token of an account. */
    String encode(User user, Instant issued, Instant expires) {
        SignedJWT token = new SignedJWT(new JWSHeader(JWSAlgorithm.HS256), new JWTClaimsSet.Builder().issuer(ISSUER)
                .audience(AUDIENCE)
                .subject(user.name())
                .claim(STAMP, user.stamp())
                .issueTime(Date.from(issued))
                .expirationTime(Date.from(expires))
                .build());
        try {
            token.sign(signer);
        } catch (JOSEException e) {
            throw new IllegalStateException("cannot sign a token", e);
        }
        return token.serialize();
    }

    /** Whose a token is; empty when it is not one of ours, or has expired. */
    Optional<Bearer> decode(String token, Instant now) {
        if (token.length() > LONGEST) {
            return Optional.empty();
        }
        try {
            SignedJWT jwt = SignedJWT.parse(token);
            if (!JWSAlgorithm.HS256.equals(jwt.getHeader().getAlgorithm()) || !isOurs(jwt)) {
                return Optional.empty();
            }
            return bearer(jwt.getJWTClaimsSet(), now);
        } catch (ParseException | JOSEException | IllegalArgumentException | IllegalStateException e) {
            return Optional.empty();
        }
    }

    private boolean isOurs(SignedJWT jwt) throws JOSEException {
        for (MACVerifier verifier : verifiers) {
            if (jwt.verify(verifier)) {
                return true;
            }
        }
        return false;
    }

    private static Optional<Bearer> bearer(JWTClaimsSet claims, Instant now) throws ParseException {
        Date expires = claims.getExpirationTime();
        String stamp = claims.getStringClaim(STAMP);
        boolean isForUs = ISSUER.equals(claims.getIssuer()) && claims.getAudience().equals(List.of(AUDIENCE));
        if (!isForUs || expires == null || stamp == null || claims.getSubject() == null
                || !now.isBefore(expires.toInstant().plus(TOLERANCE))) {
            return Optional.empty();
        }
        return Optional.of(new Bearer(claims.getSubject(), stamp));
    }
}
