// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.ladder;

import java.time.Duration;
import java.util.Optional;

/**
 * The one value of the ladder that an operator may move: {@code auth.max_attempt_credential_lifetime}.
 *
 * @param raw as it was configured, for the WARN
 * @param limit the longest life of a renewed token; empty for no limit
 */
record CredentialCeiling(String raw, Optional<Duration> limit) {

    /** The configuration key. */
    static final String KEY = "auth.max_attempt_credential_lifetime";

    /** The configuration that holds the key. */
    static final String PID = "io.dexaflow.ladder";

    /** What holds without a configuration. */
    static final String STANDARD = "24h";

    /** Beyond this a date is past what databases and tokens can hold; no limit is what is meant then. */
    private static final Duration LONGEST = Duration.ofDays(36_500);

    /**
     * Reads a configured value.
     *
     * @param value null for the default
     * @throws IllegalArgumentException with words when it is not a duration
     */
    static CredentialCeiling parse(Object value) {
        String raw = value == null ? STANDARD : value.toString();
        try {
            Duration duration = DurationText.parse(raw);
            if (duration.compareTo(LONGEST) > 0) {
                throw new IllegalArgumentException("it is longer than a hundred years");
            }
            return new CredentialCeiling(raw, duration.isPositive() ? Optional.of(duration) : Optional.empty());
        } catch (IllegalArgumentException unreadable) {
            throw new IllegalArgumentException(("%s = \"%s\" (configuration %s) cannot be used: %s. Write for example"
                    + " 24h, 90m, 3600 (seconds), or 0 for no limit.").formatted(KEY, raw, PID,
                            unreadable.getMessage()),
                    unreadable);
        }
    }
}
