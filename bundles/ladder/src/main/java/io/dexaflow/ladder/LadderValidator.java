// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.ladder;

import io.dexaflow.timing.Rung;
import io.dexaflow.timing.Rung.Term;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Checks a ladder and puts what is wrong with it into words (R224, R225). */
final class LadderValidator {

    /** What every refusal begins with. */
    static final String PREFIX = "resilience ladder: ";

    private static final String BUILD_TIME = "This is a build-time invariant, not configuration: please report it.";

    private LadderValidator() {}

    /**
     * What is wrong, a line for each rung that does not hold and for each constant that is not positive; empty when
     * nothing is.
     */
    static Optional<String> refusal(LadderConstants constants, List<Rung> rungs) {
        Stream<String> broken = rungs.stream().filter(rung -> !rung.holds()).map(LadderValidator::words);
        // A sum may be positive although one of its parts is not.
        Stream<String> notPositive = Stream.of(TimingConstant.values())
                .filter(constant -> !constants.of(constant).isPositive())
                .map(constant -> words(constant, constants.of(constant)));
        String lines = Stream.concat(broken, notPositive).map(PREFIX::concat).collect(Collectors.joining("\n"));
        return lines.isEmpty() ? Optional.empty() : Optional.of(lines);
    }

    private static String words(Rung rung) {
        return "%s must be shorter than %s, and both longer than nothing. %s %s".formatted(words(rung.lower()),
                words(rung.upper()), rung.sentence(), whoMustAct(rung));
    }

    private static String words(Term term) {
        return term.name() + " (" + DurationText.format(term.value()) + ")";
    }

    private static String words(TimingConstant constant, Duration value) {
        return "%s (%s) must be longer than nothing. %s".formatted(constant.label(), DurationText.format(value),
                BUILD_TIME);
    }

    private static String whoMustAct(Rung rung) {
        if (!rung.upper().name().equals(CredentialCeiling.KEY)) {
            return BUILD_TIME;
        }
        return "Raise %s (configuration %s) above %s, or set it to 0 for no limit.".formatted(CredentialCeiling.KEY,
                CredentialCeiling.PID, DurationText.format(rung.lower().value()));
    }
}
