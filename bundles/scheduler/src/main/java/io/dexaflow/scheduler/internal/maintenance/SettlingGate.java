// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.maintenance;

import io.dexaflow.control.Gate;
import io.dexaflow.control.Leadership;
import io.dexaflow.reaper.SettlingCondition;
import io.dexaflow.store.DatabaseClock;
import io.dexaflow.store.LeadershipTerm;
import io.dexaflow.store.Readings;
import io.dexaflow.store.Readings.LeaderRow;
import io.dexaflow.store.StoreException;
import io.dexaflow.timing.Ladder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds the reapers until a leadership has settled (R79 to R83), in the database's time: a grace, and whatever conditions
 * bundles contribute; what nobody contributes is satisfied (R81). After twice the grace a valve opens.
 */
@Component(name = "io.dexaflow.scheduler.settling-gate", service = {SettlingGate.class, Gate.class})
public final class SettlingGate implements Gate {

    private static final Logger LOG = LoggerFactory.getLogger(SettlingGate.class);

    private final Leadership leadership;
    private final Ladder ladder;
    private final DatabaseClock clock;
    private final Readings readings;
    private final List<SettlingCondition> conditions = new CopyOnWriteArrayList<>();
    private long seenTerm;
    private long seenNanos;

    /**
     * How it stands for a leadership.
     *
     * @param pending what it waits for; empty once settled
     * @param valveOpen whether the reapers go ahead all the same
     */
    record Settling(List<String> pending, boolean valveOpen) {

        boolean settled() {
            return pending.isEmpty();
        }
    }

    @Activate
    public SettlingGate(@Reference(name = "leadership") Leadership leadership,
            @Reference(name = "ladder") Ladder ladder,
            @Reference(name = "database-clock") DatabaseClock clock,
            @Reference(name = "readings") Readings readings) {
        this.leadership = leadership;
        this.ladder = ladder;
        this.clock = clock;
        this.readings = readings;
    }

    @Reference(name = "settling-condition", service = SettlingCondition.class,
            cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    public void bind(SettlingCondition condition) {
        conditions.add(condition);
    }

    public void unbind(SettlingCondition condition) {
        conditions.remove(condition);
    }

    /** How it stands for this leadership. */
    Settling check(LeadershipTerm term) {
        Duration grace = ladder.settlingGrace();
        if (!grace.isPositive()) {
            return new Settling(List.of(), false);
        }
        Duration led = led(term);
        List<String> pending = new ArrayList<>();
        if (led.compareTo(grace) < 0) {
            pending.add("grace");
        }
        for (SettlingCondition condition : conditions) {
            missing(condition, term).ifPresent(pending::add);
        }
        return new Settling(List.copyOf(pending), !pending.isEmpty() && led.compareTo(grace.multipliedBy(2)) >= 0);
    }

    /**
     * For how long a leadership has lasted: in the database's time, but never less than the seconds that have really passed,
     * so that a clock that is set back does not hold the reapers for as long.
     */
    private synchronized Duration led(LeadershipTerm term) {
        if (seenTerm != term.term()) {
            seenTerm = term.term();
            seenNanos = System.nanoTime();
        }
        Duration stored = Duration.between(term.since(), clock.now());
        Duration passed = Duration.ofNanos(System.nanoTime() - seenNanos);
        return stored.compareTo(passed) > 0 ? stored : passed;
    }

    /** A condition that cannot say whether it holds does not hold, and the valve ends that too. */
    private static Optional<String> missing(SettlingCondition condition, LeadershipTerm term) {
        try {
            return condition.satisfied(term) ? Optional.empty() : Optional.of(condition.pending());
        } catch (RuntimeException | LinkageError e) {
            LOG.warn("a settling condition failed and counts as pending: {}", condition.getClass().getName(), e);
            return Optional.of(condition.getClass().getSimpleName() + " failed");
        }
    }

    /** Another host, as far as can be known. */
    private String holder() {
        try {
            return readings.leader().map(LeaderRow::holder).orElse("");
        } catch (StoreException e) {
            LOG.debug("who leads cannot be read: {}", e.getMessage());
            return "";
        }
    }

    @Override
    public GateStatus gate() {
        LeadershipTerm term = leadership.current().orElse(null);
        if (term == null) {
            return new GateStatus(false, holder(), 0, null, false, List.of("leadership"), false, null);
        }
        Settling settling = check(term);
        Instant settles = term.since().plus(ladder.settlingGrace());
        return new GateStatus(true, "this host", term.term(), term.since(), settling.settled(), settling.pending(),
                settling.valveOpen(), settles);
    }
}
