// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.doctor;

import io.dexaflow.doctor.ComponentFacts.Failed;
import io.dexaflow.doctor.ComponentFacts.Starting;
import io.dexaflow.doctor.ComponentFacts.Unsatisfied;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
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
    private final List<BundleOffers> bundles;

    /** All the causes behind a component, and the broken components on the way; itself only if it waits for itself. */
    private record Walk(Causes causes, Set<ComponentFacts> reached) {}

    CauseFinder(List<ComponentFacts> components, List<BundleOffers> bundles) {
        this.components = components;
        this.bundles = bundles;
    }

    /** The first causes, those worth reading first before the others. */
    List<Diagnosis> diagnoses() {
        Map<Cause, SortedSet<String>> missing = new LinkedHashMap<>();
        Map<Cause, SortedSet<String>> waiting = new LinkedHashMap<>();
        broken().forEach(component -> firstCauses(component).forEach((cause, needs) -> {
            SortedSet<String> words = missing.computeIfAbsent(cause, _ -> new TreeSet<>());
            needs.stream().map(Need::words).forEach(words::add);
            SortedSet<String> names = waiting.computeIfAbsent(cause, _ -> new TreeSet<>());
            if (!isItself(cause, component)) {
                names.add(component.name());
            }
        }));
        return waiting.keySet()
                .stream()
                .map(cause -> new Diagnosis(cause, List.copyOf(missing.get(cause)), List.copyOf(waiting.get(cause))))
                .sorted(Diagnosis.WORTH_READING_FIRST)
                .toList();
    }

    private Stream<ComponentFacts> broken() {
        return components.stream().filter(ComponentFacts::broken);
    }

    private Causes firstCauses(ComponentFacts start) {
        Walk walk = walk(start);
        if (walk.causes().isEmpty()) {
            // Where nothing is broken for a reason of its own, some wait for each other.
            walk.causes().add(circle(walk.reached()));
        }
        return behind(walk.causes(), Set.of());
    }

    /**
     * Puts what is behind a bundle's silence in the place of the silence: a bundle that registers services itself does
     * so when its components are up.
     */
    private Causes behind(Causes causes, Set<BundleName> asked) {
        Causes all = new Causes();
        causes.forEach((cause, needs) -> {
            if (cause instanceof Cause.NotRegistered(var bundle)) {
                Causes within = asked.contains(bundle) ? new Causes() : within(bundle, asked);
                if (!within.isEmpty()) {
                    within.forEach(all::add);
                    return;
                }
            }
            all.add(cause, needs);
        });
        return all;
    }

    /** The causes of a bundle's own components being broken, its own silence aside. */
    private Causes within(BundleName bundle, Set<BundleName> asked) {
        Set<BundleName> nowAsked = new HashSet<>(asked);
        nowAsked.add(bundle);
        Causes causes = new Causes();
        broken().filter(component -> component.bundle().equals(bundle))
                .forEach(component -> walk(component).causes().forEach(causes::add));
        Causes within = behind(causes, nowAsked);
        nowAsked.forEach(silent -> within.remove(new Cause.NotRegistered(silent)));
        return within;
    }

    /** Follows the providers of what is missing, however far it goes. */
    private Walk walk(ComponentFacts start) {
        Walk walk = new Walk(new Causes(), new HashSet<>());
        List<ComponentFacts> toVisit = new ArrayList<>(List.of(start));
        while (!toVisit.isEmpty()) {
            step(toVisit.removeLast(), walk.causes()).filter(walk.reached()::add).forEach(toVisit::add);
        }
        return walk;
    }

    /** Adds the causes that a component shows by itself, and gives the broken components behind it. */
    private Stream<ComponentFacts> step(ComponentFacts component, Causes causes) {
        return switch (component.status()) {
            // Whoever was handed a service that fails when it is used fails too, or does not come up.
            case Failed(_) -> failedProviders(component, new Cause.ActivationFailed(component), causes);
            case Starting() -> failedProviders(component, new Cause.StillStarting(component), causes);
            case Unsatisfied(var missing) -> missing.stream().flatMap(need -> unmet(component, need, causes));
            default -> throw new IllegalStateException(component.name() + " is not broken");
        };
    }

    private Stream<ComponentFacts> failedProviders(ComponentFacts component, Cause otherwise, Causes causes) {
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

    private Stream<ComponentFacts> unmet(ComponentFacts component, Need need, Causes causes) {
        List<ComponentFacts> providers = providers(component, need).toList();
        List<ComponentFacts> broken = providers.stream().filter(ComponentFacts::broken).toList();
        if (broken.isEmpty()) {
            causes.add(providers.isEmpty() ? noComponent(need) : idle(component, providers.getFirst()), need);
        }
        return broken.stream();
    }

    /** Why a service is missing that no component offers. */
    private Cause noComponent(Need need) {
        return bundles.stream()
                .filter(bundle -> bundle.meets(need))
                .findFirst()
                .map(found -> found.active() ? new Cause.NotRegistered(found.bundle())
                        : new Cause.BundleDown(found.bundle()))
                .orElse(new Cause.NobodyOffers(need));
    }

    /** Why a service is missing although a component that is not broken offers it. */
    private static Cause idle(ComponentFacts component, ComponentFacts provider) {
        return switch (provider.status()) {
            case ComponentFacts.Unconfigured(_) -> new Cause.Unconfigured(provider);
            case ComponentFacts.Disabled() -> new Cause.Disabled(provider);
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
