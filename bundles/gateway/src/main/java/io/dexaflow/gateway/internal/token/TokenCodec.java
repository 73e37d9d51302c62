// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.gateway.internal.token;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.MACVerifier;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.dexaflow.gateway.internal.Recent;
import io.dexaflow.gateway.internal.token.TokenClaims.ForAttempt;
import io.dexaflow.gateway.internal.token.TokenClaims.ForWorker;
import io.dexaflow.model.AttemptId;
import java.text.ParseException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Signs claims as JSON web tokens and reads them back; HS256 and nothing else, whatever a token's header asks for. */
final class TokenCodec {

    private static final String ISSUER = "dexaflow";
    private static final String AUDIENCE = "dexaflow-agent";
    private static final String SCOPE = "scope";
    private static final String SCOPE_ATTEMPT = "attempt";
    private static final String SCOPE_WORKER = "worker";
    private static final String RUN = "run";
    private static final String TASK = "task";
    private static final String TRY = "try";
    private static final String EPOCH = "epoch";
    private static final String ORIGIN = "oiat";
    private static final String EXECUTOR = "executor";

    /** Ours are below 1 KiB; nobody makes us parse more. */
    private static final int LONGEST = 8192;

    /** How many tokens' claims are kept: those of a full agent host, many times over. */
    private static final int MOST_READ = 4096;

    private final Map<String, TokenClaims> read = Recent.map(MOST_READ);

    private final MACSigner signer;
    private final List<MACVerifier> verifiers;

    TokenCodec(SigningKeys keys) {
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

    /** A token that says this; times are cut to whole seconds. */
    String encode(TokenClaims claims, Instant issued) {
        JWTClaimsSet.Builder set = new JWTClaimsSet.Builder().issuer(ISSUER)
                .audience(AUDIENCE)
                .issueTime(Date.from(issued))
                .expirationTime(Date.from(claims.expires()));
        switch (claims) {
            case ForAttempt it -> set.subject(it.taskInstanceId().toString())
                    .claim(SCOPE, SCOPE_ATTEMPT)
                    .claim(RUN, it.attempt().runId().toString())
                    .claim(TASK, it.attempt().taskId())
                    .claim(TRY, it.attempt().tryNumber())
                    .claim(EPOCH, it.attempt().epoch())
                    .claim(ORIGIN, it.origin().getEpochSecond());
            case ForWorker it -> set.subject(it.workerId()).claim(SCOPE, SCOPE_WORKER).claim(EXECUTOR, it.executor());
        }
        SignedJWT token = new SignedJWT(new JWSHeader(JWSAlgorithm.HS256), set.build());
        try {
            token.sign(signer);
        } catch (JOSEException e) {
            throw new IllegalStateException("cannot sign a token", e);
        }
        return token.serialize();
    }

    /**
     * What a token says; empty when it is not one of ours. Whether it has expired is not looked at. Each token comes
     * several times (an attempt's start and end, a worker's every request), and is read once.
     */
    Optional<TokenClaims> decode(String token) {
        if (token == null || token.length() > LONGEST) {
            return Optional.empty();
        }
        TokenClaims known = read.get(token);
        if (known != null) {
            return Optional.of(known);
        }
        Optional<TokenClaims> claims = verify(token);
        claims.ifPresent(its -> read.put(token, its));
        return claims;
    }

    private Optional<TokenClaims> verify(String token) {
        try {
            SignedJWT jwt = SignedJWT.parse(token);
            if (!JWSAlgorithm.HS256.equals(jwt.getHeader().getAlgorithm()) || !ours(jwt)) {
                return Optional.empty();
            }
            return claims(jwt.getJWTClaimsSet());
        } catch (ParseException | JOSEException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private boolean ours(SignedJWT jwt) throws JOSEException {
        for (MACVerifier verifier : verifiers) {
            if (jwt.verify(verifier)) {
                return true;
            }
        }
        return false;
    }

    private static Optional<TokenClaims> claims(JWTClaimsSet set) throws ParseException {
        String scope = set.getStringClaim(SCOPE);
        boolean forUs = ISSUER.equals(set.getIssuer()) && set.getAudience().contains(AUDIENCE);
        if (!forUs || scope == null || set.getSubject() == null || set.getExpirationTime() == null) {
            return Optional.empty();
        }
        return switch (scope) {
            case SCOPE_ATTEMPT -> attempt(set);
            case SCOPE_WORKER -> worker(set);
            default -> Optional.empty();
        };
    }

    private static Optional<TokenClaims> attempt(JWTClaimsSet set) throws ParseException {
        String run = set.getStringClaim(RUN);
        String task = set.getStringClaim(TASK);
        Integer tryNumber = set.getIntegerClaim(TRY);
        Long origin = set.getLongClaim(ORIGIN);
        if (run == null || task == null || tryNumber == null || origin == null) {
            return Optional.empty();
        }
        Integer epoch = set.getIntegerClaim(EPOCH);
        AttemptId attempt = new AttemptId(UUID.fromString(run), task, tryNumber, epoch == null ? 0 : epoch);
        return Optional.of(new ForAttempt(attempt, UUID.fromString(set.getSubject()), Instant.ofEpochSecond(origin),
                set.getExpirationTime().toInstant()));
    }

    private static Optional<TokenClaims> worker(JWTClaimsSet set) throws ParseException {
        String executor = set.getStringClaim(EXECUTOR);
        return executor == null ? Optional.empty()
                : Optional.of(new ForWorker(set.getSubject(), executor, set.getExpirationTime().toInstant()));
    }
}
