// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.shell;

import io.dexaflow.control.Leadership;
import io.dexaflow.diagnosis.Doctor;
import io.dexaflow.model.RunState;
import io.dexaflow.store.LeadershipTerm;
import io.dexaflow.store.Readings;
import io.dexaflow.store.Readings.Paging;
import io.dexaflow.store.Readings.RunFilter;
import io.dexaflow.store.StoreException;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.felix.service.command.Descriptor;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicyOption;

/**
 * The command {@code status}. Unlike the others it must speak while half of the host is down, so all it asks is
 * optional; what is missing it shows as such.
 */
@Component(name = "io.dexaflow.shell.status", service = StatusCommands.class, property = {
        "osgi.command.scope=dexaflow", "osgi.command.function=status"})
public final class StatusCommands {

    private static final Syntax SYNTAX = new Syntax("status", "shows how the host is, at a glance");
    private static final String ABSENT = "unknown: see doctor";

    private final BundleContext context;
    private final Optional<Doctor> doctor;
    private final Optional<Leadership> leadership;
    private final Optional<Readings> readings;

    /**
     * @param context knows the bundles and the properties of the host
     * @param doctor null when there is none
     * @param leadership null when there is none
     * @param readings null when there are none
     */
    @Activate
    public StatusCommands(BundleContext context,
            @Reference(name = "doctor", cardinality = ReferenceCardinality.OPTIONAL,
                    policyOption = ReferencePolicyOption.GREEDY) Doctor doctor,
            @Reference(name = "leadership", cardinality = ReferenceCardinality.OPTIONAL,
                    policyOption = ReferencePolicyOption.GREEDY) Leadership leadership,
            @Reference(name = "readings", cardinality = ReferenceCardinality.OPTIONAL,
                    policyOption = ReferencePolicyOption.GREEDY) Readings readings) {
        this.context = context;
        this.doctor = Optional.ofNullable(doctor);
        this.leadership = Optional.ofNullable(leadership);
        this.readings = Optional.ofNullable(readings);
    }

    /** Shows how the host is. */
    @Descriptor("shows how the host is, at a glance")
    public String status(@Descriptor("[--json] [--help]") String[] arguments) {
        return SYNTAX.run(arguments, _ -> answer());
    }

    private Answer answer() {
        Optional<Boolean> ready = doctor.map(d -> d.report().ready());
        Optional<LeadershipTerm> term = leadership.flatMap(Leadership::current);
        Long running = runs(RunState.RUNNING);
        Long queued = runs(RunState.QUEUED);
        long bundles = context.getBundles().length;
        long active = Arrays.stream(context.getBundles()).filter(b -> b.getState() == Bundle.ACTIVE).count();
        String leader = leadership.isEmpty() ? ABSENT
                : term.map(t -> "yes, since " + Words.time(t.since()) + ", term " + t.term()).orElse("no");
        String text = new Table("dexaflow", context.getProperty("dexaflow.version"))
                .row("edition", context.getProperty("dexaflow.edition"))
                .row("home", context.getProperty("dexaflow.home"))
                .row("ready", ready.map(r -> r ? "yes" : "no: see doctor").orElse(ABSENT))
                .row("leader", leader)
                .row("runs", running == null || queued == null ? ABSENT : running + " running, " + queued + " queued")
                .row("bundles", active + " active of " + bundles)
                .toString();
        Map<String, Object> json = new Fields().with("version", context.getProperty("dexaflow.version"))
                .with("edition", context.getProperty("dexaflow.edition"))
                .with("home", context.getProperty("dexaflow.home"))
                .with("ready", ready.orElse(null))
                .with("leader", leadership.isEmpty() ? null : term.isPresent())
                .with("term", term.map(LeadershipTerm::term).orElse(null))
                .with("runs_running", running)
                .with("runs_queued", queued)
                .with("bundles", bundles)
                .with("bundles_active", active)
                .map();
        return new Answer(text, json);
    }

    /** How many runs are in a state; null when nobody can say. */
    private Long runs(RunState state) {
        try {
            return readings.map(r -> r.runs(new RunFilter(null, Set.of(state), Set.of()), new Paging(0, 1, null))
                    .total()).orElse(null);
        } catch (StoreException unreachable) {
            return null;
        }
    }
}
