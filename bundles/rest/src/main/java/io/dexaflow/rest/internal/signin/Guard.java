// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.signin;

import io.dexaflow.rest.internal.http.Problem;
import io.dexaflow.store.DatabaseClock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Slows whoever guesses, per account and per address, and keeps the work of checking passwords from taking the host's
 * cores: one is checked at a time, and only few may wait for it. The home's token never comes this way.
 */
final class Guard {

    private static final Logger LOG = LoggerFactory.getLogger(Guard.class);

    private static final int FREE_PER_USER = 5;
    /** Several people may sit behind one address, and each may mistype. */
    private static final int FREE_PER_ADDRESS = 20;
    private static final int MOST_WAITING = 8;
    /** As long as the name of an account can be; memory is not for longer ones. */
    private static final int LONGEST_NAME = 64;

    /** Somebody who wants to sign in. */
    interface Attempt {

        /** The name they give. */
        String user();

        /** Where they ask from. */
        String address();

        /** Whether the password is one that was right before; quick. */
        boolean isKnown();

        /** Whether the password is right; as slow for a name that nobody has. */
        boolean isRight();
    }

    private final BackOff byUser = new BackOff(FREE_PER_USER);
    private final BackOff byAddress = new BackOff(FREE_PER_ADDRESS);
    private final Semaphore waiting = new Semaphore(MOST_WAITING);
    private final Object oneAtATime = new Object();
    private final DatabaseClock clock;

    Guard(DatabaseClock clock) {
        this.clock = clock;
    }

    /**
     * Checks a password, unless it is not the time for it: {@link Problem} 429.
     *
     * @return whether it is right
     */
    boolean admits(Attempt attempt) {
        String user = attempt.user();
        String account = user.length() > LONGEST_NAME ? user.substring(0, LONGEST_NAME) : user;
        String network = Network.of(attempt.address());
        charge(account, network, clock.now());
        if (attempt.isKnown() || isRight(attempt, account, network)) {
            byUser.forget(account);
            byAddress.takeBack(network);
            return true;
        }
        Instant now = clock.now();
        byUser.begin(account, now);
        byAddress.begin(network, now);
        // Without the name: people type passwords into the wrong field.
        LOG.info("a sign-in failed address={}", attempt.address());
        return false;
    }

    /** In one step, so that of many at once none slips through. */
    private synchronized void charge(String account, String network, Instant now) {
        refuseTooEarly(byUser.wait(account, now));
        refuseTooEarly(byAddress.wait(network, now));
        byUser.failed(account, now);
        byAddress.failed(network, now);
    }

    private boolean isRight(Attempt attempt, String account, String network) {
        if (!waiting.tryAcquire()) {
            byUser.takeBack(account);
            byAddress.takeBack(network);
            refuseTooEarly(Duration.ofSeconds(1));
        }
        try {
            synchronized (oneAtATime) {
                return attempt.isRight();
            }
        } finally {
            waiting.release();
        }
    }

    private static void refuseTooEarly(Duration wait) {
        if (wait.isPositive()) {
            long seconds = wait.plusMillis(999).toSeconds();
            throw Problem.tooOften(seconds, "Too many attempts to sign in; try again in " + seconds + " s");
        }
    }
}
