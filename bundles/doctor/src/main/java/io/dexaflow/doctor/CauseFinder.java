// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.doctor;

import io.dexaflow.doctor.ComponentFacts.Failed;
import io.dexaflow.doctor.ComponentFacts.Starting;
import io.dexaflow.doctor.ComponentFacts.Unsatisfied;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Follows every broken component to the first causes of its being broken, and gathers under each cause all that waits
 * because of it. A pure function of what was seen.
 */
final class CauseFinder {

    private final List<ComponentFacts> components;
    private final List<DownBundle> down;

    /**
     * A bundle that is not active.
     *
     * @param name its symbolic name
     * @param offers what it would register, as its manifest says
     */
    record DownBundle(String name, List<Offer> offers) {}

    /**
     * A first cause.
     *
     * @param waiting the names of the components that wait because of it, itself not among them
     */
    record Diagnosis(Cause cause, List<String> waiting) {}

    /** All the causes behind a component, and the broken components on the way; itself only if it waits for itself. */
    private record Walk(Set<Cause> causes, Set<ComponentFacts> reached) {}

    CauseFinder(List<ComponentFacts> components, List<DownBundle> down) {
        this.components = components;
        this.down = down;
    }

    /** The first causes, those worth reading first before the others. */
    List<Diagnosis> diagnoses() {
        Map<Cause, SortedSet<String>> waiting = new LinkedHashMap<>();
        for (ComponentFacts component : components) {
            if (component.broken()) {
                firstCauses(component).forEach(cause -> {
                    SortedSet<String> names = waiting.computeIfAbsent(cause, _ -> new TreeSet<>());
                    if (!isItself(cause, component)) {
                        names.add(component.name());
                    }
                });
            }
        }
        return waiting.entrySet()
                .stream()
                .map(e -> new Diagnosis(e.getKey(), List.copyOf(e.getValue())))
                .sorted(Comparator.comparingInt((Diagnosis d) -> d.cause().rank())
                        .thenComparing(d -> -d.waiting().size()))
                .toList();
    }

    private Set<Cause> firstCauses(ComponentFacts start) {
        Walk walk = walk(start);
        // Where nothing is broken for a reason of its own, some wait for each other.
        return walk.causes().isEmpty() ? Set.of(circle(walk.reached())) : walk.causes();
    }

    /** Follows the providers of what is missing, however far it goes. */
    private Walk walk(ComponentFacts start) {
        Walk walk = new Walk(new LinkedHashSet<>(), new HashSet<>());
        List<ComponentFacts> toVisit = new ArrayList<>(List.of(start));
        while (!toVisit.isEmpty()) {
            step(toVisit.removeLast(), walk.causes()).filter(walk.reached()::add).forEach(toVisit::add);
        }
        return walk;
    }

    /** Adds the causes that a component shows by itself, and gives the broken components behind it. */
    private Stream<ComponentFacts> step(ComponentFacts component, Set<Cause> causes) {
        return switch (component.status()) {
            // Whoever was handed a service that fails when it is used fails too, or does not come up.
            case Failed(_) -> failedProviders(component, new Cause.ActivationFailed(component), causes);
            case Starting() -> failedProviders(component, new Cause.StillStarting(component), causes);
            case Unsatisfied(var missing) -> missing.stream().flatMap(need -> unmet(component, need, causes));
            default -> throw new IllegalStateException(component.name() + " is not broken");
        };
    }

    private Stream<ComponentFacts> failedProviders(ComponentFacts component, Cause otherwise, Set<Cause> causes) {
        List<ComponentFacts> failed = component.needs()
                .stream()
                .flatMap(need -> providers(component, need))
                .filter(provider -> provider.status() instanceof Failed)
                .toList();
        if (failed.isEmpty()) {
            causes.add(otherwise);
        }
        return failed.stream();
    }

    private Stream<ComponentFacts> unmet(ComponentFacts component, Need need, Set<Cause> causes) {
        List<ComponentFacts> providers = providers(component, need).toList();
        List<ComponentFacts> broken = providers.stream().filter(ComponentFacts::broken).toList();
        if (broken.isEmpty()) {
            causes.add(providers.isEmpty() ? nobody(need) : idle(component, providers.getFirst(), need));
        }
        return broken.stream();
    }

    /** Why a service is missing that no component offers. */
    private Cause nobody(Need need) {
        return down.stream()
                .filter(bundle -> bundle.offers().stream().anyMatch(offer -> offer.meets(need)))
                .findFirst()
                .<Cause>map(bundle -> new Cause.BundleDown(bundle.name(), need))
                .orElse(new Cause.NobodyOffers(need));
    }

    /** Why a service is missing although a component that is not broken offers it. */
    private static Cause idle(ComponentFacts component, ComponentFacts provider, Need need) {
        return switch (provider.status()) {
            case ComponentFacts.Unconfigured(_) -> new Cause.Unconfigured(provider, need);
            case ComponentFacts.Disabled() -> new Cause.Disabled(provider, need);
            // It has come up since its user was looked at.
            default -> new Cause.StillStarting(component);
        };
    }

    /** Who would meet a need, the needy itself left out: it may offer what it wraps. */
    private Stream<ComponentFacts> providers(ComponentFacts component, Need need) {
        return components.stream().filter(other -> !other.equals(component) && other.offer().meets(need));
    }

    private Cause circle(Set<ComponentFacts> reached) {
        return new Cause.Circle(reached.stream()
                .filter(component -> walk(component).reached().contains(component))
                .map(ComponentFacts::name)
                .sorted()
                .toList());
    }

    private static boolean isItself(Cause cause, ComponentFacts component) {
        return switch (cause) {
            case Cause.ActivationFailed(var failed) -> failed.equals(component);
            case Cause.StillStarting(var starting) -> starting.equals(component);
            case Cause.Circle(var members) -> members.contains(component.name());
            default -> false;
        };
    }
}
