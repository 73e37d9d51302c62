// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.doctor;

import io.dexaflow.diagnosis.Doctor.Entry;
import io.dexaflow.diagnosis.Doctor.Report;
import io.dexaflow.diagnosis.Finding;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/** Tells what changed from one report to the next: each finding once when it appears, and once when it is gone. */
final class FindingNews {

    private final Consumer<Finding> appeared;
    private final Consumer<Finding> gone;
    private Set<Finding> known = Set.of();

    FindingNews(Consumer<Finding> appeared, Consumer<Finding> gone) {
        this.appeared = appeared;
        this.gone = gone;
    }

    void tell(Report report) {
        Set<Finding> current = new HashSet<>();
        report.entries()
                .stream()
                .map(Entry::finding)
                .filter(current::add)
                .filter(finding -> known.stream().noneMatch(k -> same(k, finding)))
                .forEach(appeared);
        known.stream().filter(finding -> current.stream().noneMatch(c -> same(c, finding))).forEach(gone);
        known = current;
    }

    /** The evidence may change from look to look; what is wrong is the same. */
    private static boolean same(Finding one, Finding other) {
        return one.what().equals(other.what());
    }
}
