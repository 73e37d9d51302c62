// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.gateway.internal.token;

import io.dexaflow.agent.AgentTokens;
import io.dexaflow.gateway.internal.Home;
import io.dexaflow.gateway.internal.token.TokenClaims.ForAttempt;
import io.dexaflow.gateway.internal.token.TokenClaims.ForWorker;
import io.dexaflow.model.AttemptId;
import io.dexaflow.store.DatabaseClock;
import io.dexaflow.timing.Ladder;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * Makes, reads and renews the credentials that agents speak with; all of their times are database times (R191, R192).
 * A key file that cannot be read or made leaves it inactive, and with it every dispatch, until someone repairs the file.
 */
@Component(name = "io.dexaflow.gateway.tokens", service = {AgentTokens.class, JwtAgentTokens.class})
public final class JwtAgentTokens implements AgentTokens {

    private final TokenCodec codec;
    private final Ladder ladder;
    private final DatabaseClock clock;

    @Activate
    public JwtAgentTokens(BundleContext context, @Reference(name = "ladder") Ladder ladder,
            @Reference(name = "clock") DatabaseClock clock) {
        this(Home.of(context).resolve("auth.key"), ladder, clock);
    }

    /** With a key file of one's own. */
    public JwtAgentTokens(Path keyFile, Ladder ladder, DatabaseClock clock) {
        this.codec = new TokenCodec(SigningKeys.at(keyFile));
        this.ladder = ladder;
        this.clock = clock;
    }

    @Override
    public String forAttempt(AttemptId attempt, UUID taskInstanceId, Instant now) {
        return codec.encode(new ForAttempt(attempt, taskInstanceId, now, now.plus(ladder.tokenLifetime())), now);
    }

    @Override
    public String forWorker(String workerId, String executor) {
        Instant now = clock.now();
        return codec.encode(new ForWorker(workerId, executor, now.plus(ladder.tokenLifetime())), now);
    }

    /**
    * A fresh token for a worker whose token has lived for half of its life; empty while it has not.
    *
    * @param claims of the token it came with
    */
    public Optional<String> renew(ForWorker claims) {
        Instant half = claims.expires().minus(ladder.tokenLifetime().dividedBy(2));
        return clock.now().isBefore(half) ? Optional.empty()
                : Optional.of(forWorker(claims.workerId(), claims.executor()));
    }

    /** What a token says; empty when it is forged, not an agent's, or has expired. */
    public Optional<TokenClaims> read(String token) {
        return codec.decode(token).filter(claims -> clock.now().isBefore(claims.expires()));
    }

    /**
     * A fresh token for an attempt whose heartbeat was just proved live by the store.
     *
     * @param claims of the token it beat with, which had not expired
     * @param now database time of the proof
     * @return empty once the attempt is past the credential ceiling (R192)
     */
    public Optional<String> renew(ForAttempt claims, Instant now) {
        Instant newest = ladder.credentialCeiling().map(claims.origin()::plus).orElse(Instant.MAX);
        if (now.isAfter(newest)) {
            return Optional.empty();
        }
        ForAttempt renewed = new ForAttempt(claims.attempt(), claims.taskInstanceId(), claims.origin(),
                now.plus(ladder.tokenLifetime()));
        return Optional.of(codec.encode(renewed, now));
    }

    /** Database time, for what an answer shows. */
    public Instant now() {
        return clock.now();
    }
}
