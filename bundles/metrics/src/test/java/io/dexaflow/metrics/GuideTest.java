// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The operators' guide says what there is, and nothing else. */
class GuideTest {

    private static final Pattern LABEL_ROW = Pattern.compile("^\\| (`[a-z_]+`(?:, `[a-z_]+`)*) \\| .+ \\| .+ \\|$",
            Pattern.MULTILINE);
    private static final Pattern WORD = Pattern.compile("`([a-z_]+)`");
    private static final Pattern METRIC = Pattern.compile("\\bdexaflow_[a-z_]+");
    private static final Pattern WANTED_LABEL = Pattern.compile("decision_type=~?\"([^\"]+)\"");

    private String guide;

    @BeforeEach
    void read() throws IOException {
        guide = Files.readString(Path.of("../../docs/resilience.md"));
    }

    @Test
    @DisplayName("spec 3.11: every label of Lite has a row with its meaning and what to do, and no other has")
    void everyLabelHasARow() {
        Set<String> rows = LABEL_ROW.matcher(guide)
                .results()
                .flatMap(row -> WORD.matcher(row.group(1)).results())
                .map(word -> word.group(1))
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(rows).isEqualTo(new TreeSet<>(DecisionLabels.all()));
        assertThat(DecisionLabels.all()).doesNotHaveDuplicates().containsAll(DecisionLabels.fromTheStart());
    }

    @Test
    void everyMetricOfOursIsInItAndNoOtherIs() {
        Set<String> named = METRIC.matcher(guide)
                .results()
                .map(found -> found.group().replaceFirst("_bucket$", ""))
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(named).isEqualTo(new TreeSet<>(MetricsTest.CONTRACT));
    }

    @Test
    void everyAlertOnALabelMatchesOne() {
        assertThat(WANTED_LABEL.matcher(guide).results().map(found -> found.group(1).replace("\\|", "|")))
                .isNotEmpty()
                .allSatisfy(wanted -> assertThat(DecisionLabels.fromTheStart())
                        .anyMatch(label -> label.matches(wanted)));
    }
}
