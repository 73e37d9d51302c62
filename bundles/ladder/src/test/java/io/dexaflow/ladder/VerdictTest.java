// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.ladder;

import static io.dexaflow.ladder.TimingConstant.AGENT_LOST;
import static io.dexaflow.ladder.TimingConstant.CONFIRMATION_VALVE;
import static io.dexaflow.ladder.TimingConstant.HEARTBEAT_INTERVAL;
import static io.dexaflow.ladder.TimingConstant.INFRA_JITTER;
import static io.dexaflow.ladder.TimingConstant.MAINTENANCE_INTERVAL;
import static io.dexaflow.ladder.TimingConstant.SETTLING_GRACE;
import static io.dexaflow.ladder.TimingConstant.TERMINATION_GRACE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.dexaflow.timing.Ladder;
import io.dexaflow.timing.Rung;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Everything is handed in, so nothing of the machine that runs the tests counts (R229). */
class VerdictTest {

    private static final LadderConstants STANDARD = LadderConstants.standard();
    private static final String PLEASE_REPORT = "please report it";
    private static final String RAISE_THE_KEY = "Raise auth.max_attempt_credential_lifetime";

    @Test
    void theValuesOfTheDocumentsHoldEverywhere() {
        assertThat(ladder(null, false).rungs()).extracting(Rung::name)
                .containsExactly("heartbeat < agent-lost",
                        "agent-lost < settling grace", "settling grace < token TTL",
                        "2 × maintenance < settling grace",
                        "re-place < orphan", "token TTL < ceiling");
        assertThat(ladder(null, true).rungs()).hasSize(8).allMatch(Rung::holds);
    }

    @Test
    void theRungsHaveTheValuesOfTheTable() {
        assertThat(ladder(null, true).rungs())
                .extracting(rung -> rung.lower().value().toSeconds() + " < " + rung.upper().value().toSeconds())
                .containsExactly("15 < 90", "90 < 180", "180 < 600", "60 < 180", "190 < 300", "90 < 120", "120 < 300",
                        "600 < 86400");
    }

    @ParameterizedTest
    @MethodSource("brokenRungs")
    @DisplayName("T147: a broken rung refuses with both names and values, why, and who must act")
    void t147_aBrokenRungRefuses(LadderConstants constants, String ceiling, String lower, String upper, String who) {
        String message = refusal(constants, ceiling, true);

        assertThat(message).startsWith("resilience ladder: ").doesNotContain("\n");
        assertThat(message).contains(lower + " must be shorter than " + upper).contains(who);
        assertThat(message).as("says why").matches(".* than nothing\\. [A-Z].{20,}\\. .*");
    }

    static Stream<Arguments> brokenRungs() {
        return Stream.of(
                arguments(with(HEARTBEAT_INTERVAL, 90), null, "agent heartbeat period (90 s)",
                        "agent-lost threshold (90 s)", PLEASE_REPORT),
                arguments(with(AGENT_LOST, 200), null, "agent-lost threshold (200 s)", "settling grace (180 s)",
                        PLEASE_REPORT),
                arguments(with(SETTLING_GRACE, 600), null, "settling grace (600 s)", "attempt token TTL (600 s)",
                        PLEASE_REPORT),
                arguments(with(MAINTENANCE_INTERVAL, 90).with(TERMINATION_GRACE, Duration.ofSeconds(1))
                        .with(CONFIRMATION_VALVE, Duration.ofSeconds(200)), null, "2 × maintenance interval (180 s)",
                        "settling grace (180 s)", PLEASE_REPORT),
                arguments(with(INFRA_JITTER, 140), null, "longest infra re-place delay (300 s)",
                        "orphan-run threshold (300 s)", PLEASE_REPORT),
                arguments(with(TERMINATION_GRACE, 60), null,
                        "default pod termination grace + 2 × maintenance interval (120 s)",
                        "infra confirmation valve (120 s)", PLEASE_REPORT),
                arguments(with(CONFIRMATION_VALVE, 301), null, "infra confirmation valve (301 s)",
                        "orphan-run threshold (300 s)", PLEASE_REPORT),
                arguments(STANDARD, "600", "attempt token TTL (600 s)",
                        "auth.max_attempt_credential_lifetime (600 s)", RAISE_THE_KEY));
    }

    @ParameterizedTest
    @ValueSource(strings = {"10m", "600", "9m59s", "1"})
    @DisplayName("T147: a ceiling at or below the token's TTL refuses, naming the key")
    void t147_aCeilingThatIsTooLowNamesTheKey(String ceiling) {
        assertThat(refusal(STANDARD, ceiling, false)).contains(
                "Raise auth.max_attempt_credential_lifetime (configuration io.dexaflow.ladder) above 600 s");
    }

    @Test
    void aCeilingJustAboveTheTokensTtlHolds() {
        assertThat(ladder("601", false).credentialCeiling()).contains(Duration.ofSeconds(601));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "-24h", "0s"})
    @DisplayName("T147: a ceiling of zero or less is accepted and leaves its rung out")
    void t147_noLimitIsAccepted(String ceiling) {
        Verdict.Holds verdict = (Verdict.Holds) Verdict.on(STANDARD, ceiling, true);

        assertThat(verdict.unlimited()).contains(ceiling);
        assertThat(verdict.ladder().credentialCeiling()).isEmpty();
        assertThat(verdict.ladder().rungs()).hasSize(7).extracting(Rung::name).doesNotContain("token TTL < ceiling");
    }

    @Test
    void theRungsOfPodsAreLeftOutWithoutKubernetes() {
        LadderConstants constants = with(TERMINATION_GRACE, 60);

        assertThat(Verdict.on(constants, null, false)).isInstanceOf(Verdict.Holds.class);
        assertThat(Verdict.on(constants, null, true)).isInstanceOf(Verdict.Refused.class);
    }

    @ParameterizedTest
    @EnumSource(TimingConstant.class)
    void aConstantThatIsNotPositiveIsRefused(TimingConstant constant) {
        assertThat(refusal(STANDARD.with(constant, Duration.ZERO), null, false))
                .contains(constant.label() + " (0 s) must be longer than nothing");
    }

    @Test
    void aNegativePartDoesNotHideInAPositiveSum() {
        assertThat(refusal(with(TERMINATION_GRACE, -1), null, true))
                .contains("default pod termination grace (-1 s) must be longer than nothing");
    }

    @Test
    void everythingThatIsWrongIsSaidAtOnce() {
        String message = refusal(with(HEARTBEAT_INTERVAL, 100).with(AGENT_LOST, Duration.ofSeconds(99)), "1", false);

        assertThat(message.lines()).hasSize(2).allMatch(line -> line.startsWith("resilience ladder: "));
    }

    @ParameterizedTest
    @ValueSource(strings = {"soon", "", "24 h 5", "1.5h", "h", "--1", "99999999999999999999h", "9223372036854775807h",
            "40000d"})
    void anUnreadableCeilingIsRefusedInWords(String nonsense) {
        assertThat(refusal(STANDARD, nonsense, false)).startsWith("resilience ladder: ")
                .contains("auth.max_attempt_credential_lifetime = \"" + nonsense + "\"")
                .contains("Write for example 24h, 90m");
    }

    @Test
    void theBackoffDoublesUpToItsCap() {
        Ladder ladder = ladder(null, false);

        assertThat(Stream.of(1, 2, 3, 4, 5, 6, 7, 8, 1000).map(n -> ladder.backoff(n).toSeconds()))
                .containsExactly(5L, 10L, 20L, 40L, 80L, 160L, 300L, 300L, 300L);
    }

    private static LadderConstants with(TimingConstant constant, long seconds) {
        return STANDARD.with(constant, Duration.ofSeconds(seconds));
    }

    private static Ladder ladder(String ceiling, boolean kubernetes) {
        return ((Verdict.Holds) Verdict.on(STANDARD, ceiling, kubernetes)).ladder();
    }

    private static String refusal(LadderConstants constants, String ceiling, boolean kubernetes) {
        return ((Verdict.Refused) Verdict.on(constants, ceiling, kubernetes)).message();
    }
}
