// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.diagnosis;

import java.util.List;

/** Asks every {@link DoctorCheck} and puts the first cause first. */
public interface Doctor {

    /** Looks now. */
    Report report();

    /**
     * What was found.
     *
     * @param ready whether the host can do its work: no blocking finding
     * @param entries the findings, first cause first, each with the check that made it
     */
    record Report(boolean ready, List<Entry> entries) {

        public Report {
            entries = List.copyOf(entries);
        }
    }

    /**
     * One finding.
     *
     * @param check the name of the check that made it
     * @param finding what it found
     */
    record Entry(String check, Finding finding) {}
}
