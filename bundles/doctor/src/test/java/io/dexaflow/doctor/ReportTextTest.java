// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.diagnosis.Doctor.Entry;
import io.dexaflow.diagnosis.Doctor.Report;
import io.dexaflow.diagnosis.Finding;
import io.dexaflow.diagnosis.Finding.Level;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReportTextTest {

    @Test
    void aReadyHostNeedsOneLine() {
        assertThat(ReportText.of(new Report(true, List.of()))).isEqualTo("Ready. Nothing to report.\n");
    }

    @Test
    void aFindingSaysWhatWasSeenAndWhatToDo() {
        assertThat(ReportText.of(new Report(false, List.of(new Entry("store", new Finding(Level.BLOCKING,
                "The database does not answer.", "connection refused\nwaiting because of it (2): a, b",
                "Start it.")))))).isEqualTo("""
                        Not ready: one thing is in the way.

                        1. The database does not answer.  [store]
                           seen  connection refused
                                 waiting because of it (2): a, b
                           do    Start it.
                        """);
    }

    @Test
    void aLongListOfThoseWhoWaitIsFolded() {
        String text = ReportText.of(new Report(false, List.of(new Entry("components", new Finding(Level.BLOCKING, "X.",
                "y\nwaiting because of it (7): a, b, c, d, e, f, g", "Z.")))));

        assertThat(text).contains("waiting because of it (7): a, b, c, d and 3 more\n");
    }

    @Test
    void warningsFollowWhatIsInTheWay() {
        Entry warning = new Entry("mail", new Finding(Level.WARNING, "No mail.", "no server", "Name one."));
        Entry blocking = new Entry("store", new Finding(Level.BLOCKING, "No store.", "none", "Add one."));

        assertThat(ReportText.of(new Report(true, List.of(warning)))).startsWith("Ready.\n\nBeside that: No mail.");
        assertThat(ReportText.of(new Report(false, List.of(blocking, blocking, warning))))
                .startsWith("Not ready: 2 things are in the way.")
                .contains("\n1. No store.", "\n2. No store.")
                .containsSubsequence("2. No store.", "Beside that: No mail.");
    }
}
