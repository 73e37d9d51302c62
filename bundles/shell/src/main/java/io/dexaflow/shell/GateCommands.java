// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.shell;

import io.dexaflow.control.Gate;
import io.dexaflow.control.Gate.GateStatus;
import org.apache.felix.service.command.Descriptor;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The commands {@code gate} and {@code leader}; without a scheduler they are absent. */
@Component(name = "io.dexaflow.shell.gate", service = GateCommands.class, property = {"osgi.command.scope=dexaflow",
        "osgi.command.function=gate", "osgi.command.function=leader"})
public final class GateCommands {

    private static final Syntax GATE = new Syntax("gate", "shows whether the reapers may act, and what they wait for");
    private static final Syntax LEADER = new Syntax("leader", "shows whether this host leads, and since when");

    private final Gate gate;

    /** @param gate knows both */
    @Activate
    public GateCommands(@Reference(name = "gate") Gate gate) {
        this.gate = gate;
    }

    /** Shows the gate. */
    @Descriptor("shows whether the reapers may act, and what they wait for")
    public String gate(@Descriptor("[--json] [--help]") String[] arguments) {
        return GATE.run(arguments, _ -> {
            GateStatus now = gate.gate();
            return new Answer(leading(now).row("reapers", reapers(now)).toString(), fields(now).map());
        });
    }

    /** Shows who leads. */
    @Descriptor("shows whether this host leads, and since when")
    public String leader(@Descriptor("[--json] [--help]") String[] arguments) {
        return LEADER.run(arguments, _ -> {
            GateStatus now = gate.gate();
            return new Answer(leading(now).toString(), fields(now).map());
        });
    }

    private static Table leading(GateStatus now) {
        if (now.leader()) {
            return new Table("leader", "yes, since " + Words.time(now.leaderSince()) + ", term " + now.term());
        }
        return new Table("leader", now.holder().isEmpty() ? "no" : "no, it is " + now.holder());
    }

    private static String reapers(GateStatus now) {
        String pending = String.join(", ", now.pending());
        if (now.settled()) {
            return "act";
        }
        if (now.valveOpen()) {
            return "act although not settled (the valve is open); pending: " + pending;
        }
        return "wait for " + pending
                + (now.settlesAt() == null ? "" : "; the grace ends " + Words.time(now.settlesAt()));
    }

    private static Fields fields(GateStatus now) {
        return new Fields().with("leader", now.leader())
                .with("holder", now.holder())
                .with("term", now.term())
                .with("leader_since", now.leaderSince())
                .with("settled", now.settled())
                .with("pending", now.pending())
                .with("valve_open", now.valveOpen())
                .with("settles_at", now.settlesAt());
    }
}
