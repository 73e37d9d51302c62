// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.doctor;

import io.dexaflow.diagnosis.Finding;
import io.dexaflow.diagnosis.Finding.Level;
import io.dexaflow.doctor.BundleFacts.NotStarted;
import io.dexaflow.doctor.BundleFacts.Starting;
import io.dexaflow.doctor.BundleFacts.Stopped;
import io.dexaflow.doctor.BundleFacts.Unresolved;
import io.dexaflow.doctor.BundleFacts.Up;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Puts what is wrong with bundles into words, a bundle that only waits for another under that other. Pure. */
final class BundleWords {

    private final Map<String, BundleFacts> bundles;
    private final Map<String, String> errors;
    private final boolean booting;

    /**
     * @param errors the last error the framework reported about a bundle, by symbolic name
     * @param booting whether the host has never been ready yet: then a bundle that is not started is in the way
     */
    BundleWords(Collection<BundleFacts> bundles, Map<String, String> errors, boolean booting) {
        // Of two versions of one bundle, the one that is not up is the one to speak of.
        this.bundles = bundles.stream()
                .collect(Collectors.toMap(BundleFacts::name, facts -> facts,
                        (first, second) -> first.status() instanceof Up ? second : first));
        this.errors = errors;
        this.booting = booting;
    }

    /** The findings, those that cannot be resolved first. */
    List<Finding> findings() {
        List<Finding> findings = new ArrayList<>();
        ofStatus(Unresolved.class).filter(facts -> !waitsForUnresolved(facts))
                .map(this::unresolved)
                .forEach(findings::add);
        ofStatus(NotStarted.class).map(facts -> new Finding(Level.BLOCKING,
                "The bundle " + facts.name() + " did not start.",
                errors.getOrDefault(facts.name(), "it was told to start and is not active"),
                "Try again from the shell and read what it says: felix:start " + facts.bundle().id() + "."))
                .forEach(findings::add);
        ofStatus(Starting.class).map(facts -> new Finding(Level.BLOCKING,
                "The bundle " + facts.name() + " is still starting.", "its activator has not come back yet",
                "Wait a moment. If it stays so, look into the log for what it is doing.")).forEach(findings::add);
        ofStatus(Stopped.class).map(this::stopped).forEach(findings::add);
        return findings;
    }

    private Finding stopped(BundleFacts facts) {
        if (booting) {
            return new Finding(Level.BLOCKING, "The bundle " + facts.name() + " has not been started yet.",
                    "the host is booting, and nobody told the bundle to start", "Wait a moment.");
        }
        return new Finding(Level.WARNING, "The bundle " + facts.name() + " is stopped.",
                "someone stopped it, or never started it",
                "Start it from the shell: felix:start " + facts.bundle().id() + "; or uninstall it.");
    }

    private Finding unresolved(BundleFacts facts) {
        Unresolved status = (Unresolved) facts.status();
        List<String> seen = new ArrayList<>(status.lacks().stream().map("it needs "::concat).toList());
        if (!status.waitsFor().isEmpty()) {
            seen.add("it waits for the bundles " + String.join(", ", status.waitsFor()));
        }
        if (seen.isEmpty()) {
            seen.add(errors.getOrDefault(facts.name(), "each of its needs could be met, but not all at once"));
        }
        List<String> waiting = waitingFor(facts.name());
        if (!waiting.isEmpty()) {
            seen.add(ReportText.waiting(waiting));
        }
        String advice = status.lacks().isEmpty()
                ? "Ask the framework why from the shell: felix:resolve " + facts.bundle().id() + "."
                : "Add a bundle that offers what is missing, or one of a version that fits; or take this one out.";
        return new Finding(Level.BLOCKING, "The bundle " + facts.name() + " cannot be resolved.",
                String.join("\n", seen), advice);
    }

    /** Whether it is only a consequence: it lacks nothing itself, and what it waits for is a finding of its own. */
    private boolean waitsForUnresolved(BundleFacts facts) {
        Unresolved status = (Unresolved) facts.status();
        return status.lacks().isEmpty() && roots(facts).stream().anyMatch(root -> !root.equals(facts.name()));
    }

    private List<String> waitingFor(String name) {
        return ofStatus(Unresolved.class).filter(facts -> !facts.name().equals(name) && waitsForUnresolved(facts)
                && roots(facts).contains(name)).map(BundleFacts::name).sorted().toList();
    }

    /** The bundles that lack something and that this one waits for, however far away. */
    private Set<String> roots(BundleFacts start) {
        Set<String> roots = new HashSet<>();
        Set<String> seen = new HashSet<>();
        List<BundleFacts> toVisit = new ArrayList<>(List.of(start));
        while (!toVisit.isEmpty()) {
            BundleFacts facts = toVisit.removeLast();
            if (seen.add(facts.name()) && facts.status() instanceof Unresolved(var lacks, var waitsFor)) {
                if (!lacks.isEmpty()) {
                    roots.add(facts.name());
                }
                waitsFor.stream().map(bundles::get).filter(Objects::nonNull).forEach(toVisit::add);
            }
        }
        return roots;
    }

    private Stream<BundleFacts> ofStatus(Class<? extends BundleFacts.Status> status) {
        return bundles.values()
                .stream()
                .filter(facts -> status.isInstance(facts.status()))
                .sorted(Comparator.comparing(BundleFacts::name));
    }
}
