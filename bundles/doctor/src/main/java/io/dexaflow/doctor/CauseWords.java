// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.doctor;

import io.dexaflow.diagnosis.Finding;
import java.util.ArrayList;
import java.util.List;

/** Puts a first cause into words. */
final class CauseWords {

    private CauseWords() {}

    /** The finding for a cause; it is blocking, since something that should be up is not. */
    static Finding finding(Diagnosis diagnosis) {
        return switch (diagnosis.cause()) {
            case Cause.ActivationFailed(var component) -> finding(diagnosis, component.name() + " could not start.",
                    Traces.firstCause(trace(component)),
                    "Mend that, then restart its bundle %s from the shell: felix:stop %d, felix:start %2$d."
                            .formatted(component.bundle(), component.bundle().id()));
            case Cause.BundleDown(var bundle) -> finding(diagnosis, "The bundle " + bundle + " is not active.",
                    missing(diagnosis), ("Start it from the shell: felix:start %d. If it does not start, see what is"
                            + " said about the bundle.").formatted(bundle.id()));
            case Cause.NobodyOffers(var need) -> finding(diagnosis, "Nobody offers " + need.words() + ".",
                    "no component and no bundle that is installed",
                    "Add a bundle that offers it, or take out what needs it.");
            case Cause.Unconfigured(var component) -> finding(diagnosis,
                    component.name() + " waits for a configuration.",
                    "no configuration " + String.join(" or ", pids(component)) + "\n" + missing(diagnosis),
                    "Put it into the home's conf folder: " + pids(component).getFirst() + ".cfg.");
            case Cause.Disabled(var component) -> finding(diagnosis, component.name() + " is disabled.",
                    missing(diagnosis), "Enable it from the shell: scr:enable " + component.name() + ".");
            case Cause.Circle(var members) -> finding(diagnosis,
                    "These components wait for each other: " + String.join(", ", members) + ".",
                    "each needs a service that another of them would offer",
                    "Report it to whoever made them; one of these references must become optional or dynamic.");
            case Cause.NotRegistered(var bundle) -> finding(diagnosis,
                    "The bundle " + bundle + " is not ready with what it offers.", missing(diagnosis),
                    "Wait a moment. If it stays so, look into the log for what it is doing.");
            case Cause.StillStarting(var component) -> finding(diagnosis, component.name() + " is still starting.",
                    "it has all it needs and is not active yet",
                    "Wait a moment. If it stays so, look into the log for what it is doing.");
        };
    }

    private static Finding finding(Diagnosis diagnosis, String what, String seen, String advice) {
        List<String> evidence = new ArrayList<>(List.of(seen));
        if (!diagnosis.waiting().isEmpty()) {
            evidence.add(ReportText.waiting(diagnosis.waiting()));
        }
        return new Finding(Finding.Level.BLOCKING, what, String.join("\n", evidence), advice);
    }

    private static String missing(Diagnosis diagnosis) {
        return ReportText.list("missing", diagnosis.missing());
    }

    private static String trace(ComponentFacts component) {
        return component.status() instanceof ComponentFacts.Failed(String trace) ? trace : "";
    }

    private static List<String> pids(ComponentFacts component) {
        return component.status() instanceof ComponentFacts.Unconfigured(List<String> pids) ? pids : List.of();
    }
}
