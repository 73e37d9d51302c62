// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.diagnosis.Doctor.Entry;
import io.dexaflow.diagnosis.Doctor.Report;
import io.dexaflow.diagnosis.Finding;
import io.dexaflow.diagnosis.Finding.Level;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class FindingNewsTest {

    private final List<String> told = new ArrayList<>();
    private final FindingNews news = new FindingNews(finding -> told.add("+" + finding.what()),
            finding -> told.add("-" + finding.what()));

    @Test
    void tellsEachFindingOnceAndItsEndOnce() {
        news.tell(report("a"));
        news.tell(report("a", "b"));
        news.tell(report("b"));
        news.tell(report());

        assertThat(told).containsExactly("+a", "+b", "-a", "-b");
    }

    @Test
    void evidenceThatChangesIsNoNews() {
        news.tell(report("a"));
        news.tell(new Report(false, List.of(new Entry("x", new Finding(Level.BLOCKING, "a", "seen again", "do")))));

        assertThat(told).containsExactly("+a");
    }

    private static Report report(String... what) {
        return new Report(false, Arrays.stream(what)
                .map(text -> new Entry("x", new Finding(Level.BLOCKING, text, "seen", "do")))
                .toList());
    }
}
