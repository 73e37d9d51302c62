// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.ladder;

import io.dexaflow.timing.Ladder;
import io.dexaflow.timing.Rung;
import java.util.List;
import java.util.Optional;

/** What became of checking the ladder. */
sealed interface Verdict {

    /**
     * Every rung holds.
     *
     * @param unlimited the configured value when it takes the ceiling away; empty otherwise
     */
    record Holds(Ladder ladder, Optional<String> unlimited) implements Verdict {}

    /**
     * The host must not start.
     *
     * @param message a line for each reason, with who must act
     */
    record Refused(String message) implements Verdict {}

    /**
     * Checks the constants together with the configured ceiling.
     *
     * @param configured the value of the key; null for the default
     * @param kubernetes whether a Kubernetes executor is in the set of bundles
     */
    static Verdict on(LadderConstants constants, Object configured, boolean kubernetes) {
        CredentialCeiling ceiling;
        try {
            ceiling = CredentialCeiling.parse(configured);
        } catch (IllegalArgumentException unreadable) {
            return new Refused(LadderValidator.PREFIX + unreadable.getMessage());
        }
        List<Rung> rungs = Rungs.of(constants, ceiling.limit(), kubernetes);
        Optional<String> refusal = LadderValidator.refusal(constants, rungs);
        if (refusal.isPresent()) {
            return new Refused(refusal.get());
        }
        Optional<String> unlimited = ceiling.limit().isPresent() ? Optional.empty() : Optional.of(ceiling.raw());
        return new Holds(new ValidatedLadder(constants, ceiling.limit(), rungs), unlimited);
    }
}
