// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.trail;

import io.dexaflow.store.DecisionLedger;
import io.dexaflow.store.StoreException;
import io.dexaflow.trail.Decision;
import io.dexaflow.trail.DecisionTrail;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** Rows, log, metric and events from one call; a trail that cannot be written fails nobody. */
@Component(name = "io.dexaflow.scheduler.trail", service = DecisionTrail.class)
public final class Trail implements DecisionTrail {

    private static final Logger LOG = LoggerFactory.getLogger(Trail.class);
    /** What is said of each task instance all day; {@code why} has it. */
    private static final Set<String> QUIET_ACTORS = Set.of("planner", "dispatcher", "agent");
    private static final Set<String> LOUD =
            Set.of("agent_lost", "agent_lost_never_heartbeated", "dispatch_lost", "pod_lost",
                    "warm_worker_lost", "orphan_reaped", "reap_settling_valve_open", "callback_failed",
                    "callback_dropped");
    private static final int REMEMBERED = 10_000;

    private final DecisionLedger ledger;
    private final Observers observers;
    private volatile boolean away;
    private final Map<Object, String> latestDeferrals = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Object, String> eldest) {
            return size() > REMEMBERED;
        }
    };

    @Activate
    public Trail(@Reference(name = "decision-ledger") DecisionLedger ledger,
            @Reference(name = "observers") Observers observers) {
        this.ledger = ledger;
        this.observers = observers;
    }

    @Override
    public void record(List<Decision> decisions) {
        if (decisions.isEmpty()) {
            return;
        }
        try {
            ledger.record(decisions);
            if (away) {
                away = false;
                LOG.info("decisions are kept for why again");
            }
        } catch (RuntimeException e) {
            if (!away) {
                away = true;
                LOG.warn("decisions are not kept for why, they are in this log: {}", e.getMessage(),
                        e instanceof StoreException ? null : e);
            }
        }
        tell(decisions);
    }

    @Override
    public void written(List<Decision> decisions) {
        if (!decisions.isEmpty()) {
            tell(decisions);
        }
    }

    private void tell(List<Decision> decisions) {
        for (Decision decision : decisions) {
            Level level = level(decision);
            if (LOG.isEnabledForLevel(level)) {
                LOG.atLevel(level).log("{} [{}]", Sentences.of(decision), decision.subject());
            }
        }
        observers.decided(decisions);
    }

    private Level level(Decision decision) {
        if (repeated(decision)) {
            return Level.DEBUG;
        }
        if (isTrouble(decision)) {
            return Level.WARN;
        }
        return QUIET_ACTORS.contains(decision.actor()) ? Level.DEBUG : Level.INFO;
    }

    /** Of a dispatch all is trouble but that it was handed over. */
    private static boolean isTrouble(Decision decision) {
        String label = decision.label();
        return LOUD.contains(label) || label.endsWith("_error") || label.endsWith("_panic")
                || decision.actor().equals("dispatcher") && !label.equals("queued");
    }

    /** The same deferral of the same task instance is news once. */
    private boolean repeated(Decision decision) {
        Object subject = decision.subject().taskInstanceId() == null ? decision.subject().runId()
                : decision.subject().taskInstanceId();
        if (subject == null) {
            return false;
        }
        synchronized (latestDeferrals) {
            if (decision.kind() != Decision.Kind.DEFERRAL) {
                latestDeferrals.remove(subject);
                return false;
            }
            return decision.label().equals(latestDeferrals.put(subject, decision.label()));
        }
    }
}
