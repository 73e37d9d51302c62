// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.control.Gate.GateStatus;
import io.dexaflow.reaper.SettlingCondition;
import io.dexaflow.scheduler.internal.Fakes;
import io.dexaflow.scheduler.internal.TestLadder;
import io.dexaflow.store.LeadershipTerm;
import io.dexaflow.store.Readings.LeaderRow;
import io.dexaflow.store.StoreException;
import io.dexaflow.timing.Ladder;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SettlingGateTest {

    private static final LeadershipTerm TERM = new LeadershipTerm(7, Fakes.NOW);

    private Instant now = Fakes.NOW;
    private final SettlingGate gate = gate(new TestLadder());

    @Test
    @DisplayName("T43: the grace alone holds the reapers, to its last moment")
    void theGraceHoldsToItsLastMoment() {
        now = Fakes.NOW.plusSeconds(180).minusMillis(1);
        assertThat(gate.check(TERM).pending()).containsExactly("grace");
        now = Fakes.NOW.plusSeconds(180);
        assertThat(gate.check(TERM).settled()).isTrue();
    }

    @Test
    @DisplayName("T43, T46: each condition alone holds the reapers, and says what it waits for")
    void eachConditionAloneHoldsTheReapers() {
        now = Fakes.NOW.plusSeconds(200);
        SettlingCondition informer = condition("informer_unsynced", term -> false);
        gate.bind(informer);
        assertThat(gate.check(TERM).pending()).containsExactly("informer_unsynced");
        gate.bind(condition("no_sweep_since_leadership", term -> false));
        gate.unbind(informer);
        assertThat(gate.check(TERM).pending()).containsExactly("no_sweep_since_leadership");
        assertThat(gate.check(TERM).valveOpen()).isFalse();
    }

    @Test
    @DisplayName("T44: another leadership begins the grace anew")
    void anotherLeadershipBeginsAnew() {
        now = Fakes.NOW.plusSeconds(181);
        LeadershipTerm next = new LeadershipTerm(8, Fakes.NOW.plusSeconds(179));
        assertThat(gate.check(TERM).settled()).isTrue();
        assertThat(gate.check(next).pending()).containsExactly("grace");
    }

    @Test
    @DisplayName("T45: a condition is asked about this leadership, so that what an earlier one saw does not count")
    void aConditionIsAskedAboutThisLeadership() {
        now = Fakes.NOW.plusSeconds(400);
        gate.bind(condition("no_sweep_since_leadership", term -> term.term() == 6));
        assertThat(gate.check(TERM).settled()).isFalse();
    }

    @Test
    @DisplayName("T47: the valve opens at 360 s without settling, and not at 359")
    void theValveOpensAtTwiceTheGrace() {
        gate.bind(condition("informer_unsynced", term -> false));
        now = Fakes.NOW.plusSeconds(359);
        assertThat(gate.check(TERM).valveOpen()).isFalse();
        now = Fakes.NOW.plusSeconds(360);
        assertThat(gate.check(TERM).valveOpen()).isTrue();
        assertThat(gate.check(TERM).settled()).isFalse();
    }

    @Test
    @DisplayName("R81: a grace that is not positive disables the gate, conditions included")
    void aGraceThatIsNotPositiveDisablesTheGate() {
        SettlingGate disabled = gate(withGrace(Duration.ZERO));
        disabled.bind(condition("informer_unsynced", term -> false));
        assertThat(disabled.check(TERM).settled()).isTrue();
    }

    @Test
    void aConditionThatThrowsIsPendingAndStopsNobody() {
        now = Fakes.NOW.plusSeconds(400);
        gate.bind(condition("broken_thing", term -> {
            throw new IllegalStateException("broken");
        }));
        assertThat(gate.check(TERM).settled()).isFalse();
        assertThat(gate.check(TERM).valveOpen()).isTrue();
    }

    @Test
    void peopleSeeWhenItSettles() {
        now = Fakes.NOW.plusSeconds(30);
        GateStatus status = gate.gate();
        assertThat(status.leader()).isTrue();
        assertThat(status.term()).isEqualTo(7);
        assertThat(status.settled()).isFalse();
        assertThat(status.pending()).containsExactly("grace");
        assertThat(status.settlesAt()).isEqualTo(Fakes.NOW.plusSeconds(180));
    }

    @Test
    void aFollowerHasNothingToSettle() {
        SettlingGate follower = new SettlingGate(Optional::empty, new TestLadder(), () -> now,
                Fakes.NOBODY_LEADS);
        assertThat(follower.gate().leader()).isFalse();
        assertThat(follower.gate().leaderSince()).isNull();
        assertThat(follower.gate().settlesAt()).isNull();
        assertThat(follower.gate().holder()).isEmpty();
    }

    @Test
    void aFollowerNamesTheLeader() {
        LeaderRow other = new LeaderRow("otherhost:4711", 7, Fakes.NOW);
        GateStatus status = follower(() -> Optional.of(other)).gate();
        assertThat(status.leader()).isFalse();
        assertThat(status.holder()).isEqualTo("otherhost:4711");
        assertThat(status.term()).isZero();
    }

    @Test
    void aFollowerWithoutADatabaseNamesNobody() {
        assertThat(follower(() -> {
            throw new StoreException("the database is away", null);
        }).gate().holder()).isEmpty();
    }

    private SettlingGate follower(Supplier<Optional<LeaderRow>> leader) {
        return new SettlingGate(Optional::empty, new TestLadder(), () -> now, Fakes.readings(leader));
    }

    private SettlingGate gate(Ladder ladder) {
        return new SettlingGate(Fakes.LEADS, ladder, () -> now, Fakes.NOBODY_LEADS);
    }

    private static Ladder withGrace(Duration grace) {
        return (Ladder) Proxy.newProxyInstance(SettlingGateTest.class.getClassLoader(), new Class<?>[]{Ladder.class},
                (proxy, method, args) -> method.getName().equals("settlingGrace") ? grace
                        : method.invoke(new TestLadder(), args));
    }

    private static SettlingCondition condition(String pending, Predicate<LeadershipTerm> satisfied) {
        return new SettlingCondition() {
            @Override
            public boolean satisfied(LeadershipTerm leadership) {
                return satisfied.test(leadership);
            }

            @Override
            public String pending() {
                return pending;
            }
        };
    }
}
