// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.ladder;

import static io.dexaflow.ladder.TimingConstant.AGENT_LOST;
import static io.dexaflow.ladder.TimingConstant.CONFIRMATION_VALVE;
import static io.dexaflow.ladder.TimingConstant.HEARTBEAT_INTERVAL;
import static io.dexaflow.ladder.TimingConstant.MAINTENANCE_INTERVAL;
import static io.dexaflow.ladder.TimingConstant.ORPHAN;
import static io.dexaflow.ladder.TimingConstant.SETTLING_GRACE;
import static io.dexaflow.ladder.TimingConstant.TERMINATION_GRACE;
import static io.dexaflow.ladder.TimingConstant.TOKEN_LIFETIME;

import io.dexaflow.timing.Rung;
import io.dexaflow.timing.Rung.Term;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The rungs of R224, in the order of its table. */
final class Rungs {

    private final LadderConstants constants;

    private Rungs(LadderConstants constants) {
        this.constants = constants;
    }

    /**
     * The rungs that apply.
     *
     * @param ceiling the longest life of a renewed token; empty for no limit, which leaves its rung out
     * @param kubernetes whether the rungs of a Kubernetes executor apply
     */
    static List<Rung> of(LadderConstants constants, Optional<Duration> ceiling, boolean kubernetes) {
        Rungs rungs = new Rungs(constants);
        List<Rung> all = new ArrayList<>(rungs.everywhere());
        if (kubernetes) {
            all.addAll(rungs.onKubernetes());
        }
        ceiling.map(rungs::belowTheCeiling).ifPresent(all::add);
        return List.copyOf(all);
    }

    private List<Rung> everywhere() {
        Term settlingGrace = term(SETTLING_GRACE);
        return List.of(
                new Rung("heartbeat < agent-lost", term(HEARTBEAT_INTERVAL), term(AGENT_LOST),
                        "A living agent must be able to miss beats before it counts as lost."),
                new Rung("agent-lost < settling grace", term(AGENT_LOST), settlingGrace,
                        "After a leadership change every living agent must have had the time to be heard"
                                + " before a reaper fires."),
                new Rung("settling grace < token TTL", settlingGrace, term(TOKEN_LIFETIME),
                        "An attempt's token must outlive the pause after a leadership change,"
                                + " or its agent is shut out before anyone listens."),
                new Rung("2 × maintenance < settling grace", new Term("2 × maintenance interval", twoIntervals()),
                        settlingGrace, "Two whole cycles of reconciling and reaping must fit into the grace."),
                new Rung("re-place < orphan", new Term("longest infra re-place delay",
                        constants.longestReplaceDelay()), term(ORPHAN),
                        "A run that only waits for a task's next place must not be taken for an orphan."));
    }

    private List<Rung> onKubernetes() {
        return List.of(
                new Rung("pod stop + 2 × maintenance < valve", new Term(
                        TERMINATION_GRACE.label() + " + 2 × maintenance interval",
                        constants.of(TERMINATION_GRACE).plus(twoIntervals())), term(CONFIRMATION_VALVE),
                        "A pod must be able to end, and two sweeps to see it,"
                                + " before the planner acts without a confirmation."),
                new Rung("valve < orphan", term(CONFIRMATION_VALVE), term(ORPHAN),
                        "A run that only waits for a confirmation must not be taken for an orphan."));
    }

    private Rung belowTheCeiling(Duration ceiling) {
        return new Rung("token TTL < ceiling", term(TOKEN_LIFETIME), new Term(CredentialCeiling.KEY, ceiling),
                "A token must be renewable at least once before its attempt reaches the ceiling.");
    }

    private Duration twoIntervals() {
        return constants.of(MAINTENANCE_INTERVAL).multipliedBy(2);
    }

    private Term term(TimingConstant constant) {
        return new Term(constant.label(), constants.of(constant));
    }
}
