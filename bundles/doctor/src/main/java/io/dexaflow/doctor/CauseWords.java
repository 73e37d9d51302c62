// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.doctor;

import io.dexaflow.diagnosis.Finding;
import io.dexaflow.doctor.CauseFinder.Diagnosis;
import java.util.List;

/** Puts a first cause into words. */
final class CauseWords {

    private static final String RESTART = "Mend that, then restart its bundle from the shell:"
            + " felix:stop %1$s, felix:start %1$s.";

    private CauseWords() {}

    /** The finding for a cause; it is blocking, since something that should be up is not. */
    static Finding finding(Diagnosis diagnosis) {
        List<String> waiting = diagnosis.waiting();
        return switch (diagnosis.cause()) {
            case Cause.ActivationFailed(var component) -> finding(
                    component.name() + " could not start.",
                    Traces.firstCause(trace(component)), waiting, RESTART.formatted(component.bundle()));
            case Cause.BundleDown(var bundle, var need) -> finding(
                    "The bundle " + bundle + " is not active, so " + need.words() + " is missing.",
                    "its manifest says that it offers this", waiting,
                    "Start it from the shell: felix:start " + bundle + ". If it does not start, see what is said"
                            + " about the bundle.");
            case Cause.NobodyOffers(var need) -> finding(
                    "Nobody offers " + need.words() + ".",
                    "no component and no bundle that is installed", waiting,
                    "Add a bundle that offers it, or take out what needs it.");
            case Cause.Unconfigured(var component, var need) -> finding(
                    component.name() + " waits for a configuration, so " + need.words() + " is missing.",
                    "no configuration " + String.join(" or ", pids(component)), waiting,
                    "Put it into the home's conf folder: " + pids(component).getFirst() + ".cfg.");
            case Cause.Disabled(var component, var need) -> finding(
                    component.name() + " is disabled, so " + need.words() + " is missing.",
                    "someone or something disabled it", waiting,
                    "Enable it from the shell: scr:enable " + component.name() + ".");
            case Cause.Circle(var members) -> finding(
                    "These components wait for each other: " + String.join(", ", members) + ".",
                    "each needs a service that another of them would offer", waiting,
                    "Report it to whoever made them; one of these references must become optional or dynamic.");
            case Cause.StillStarting(var component) -> finding(
                    component.name() + " is still starting.",
                    "it has all it needs and is not active yet", waiting,
                    "Wait a moment. If it stays so, look into the log for what it is doing.");
        };
    }

    private static Finding finding(String what, String seen, List<String> waiting, String advice) {
        String evidence = waiting.isEmpty() ? seen
                : seen + "\n" + ReportText.WAITING + waiting.size() + "): " + String.join(", ", waiting);
        return new Finding(Finding.Level.BLOCKING, what, evidence, advice);
    }

    private static String trace(ComponentFacts component) {
        return component.status() instanceof ComponentFacts.Failed(String trace) ? trace : "";
    }

    private static List<String> pids(ComponentFacts component) {
        return component.status() instanceof ComponentFacts.Unconfigured(List<String> pids) ? pids : List.of();
    }
}
