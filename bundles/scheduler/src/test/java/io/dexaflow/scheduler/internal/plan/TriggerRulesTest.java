// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.model.TaskState;
import io.dexaflow.model.TriggerRule;
import io.dexaflow.scheduler.internal.plan.TriggerRules.Decision;
import io.dexaflow.scheduler.internal.plan.TriggerRules.Upstreams;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class TriggerRulesTest {

    private static final List<TaskState> ENDED = List.of(TaskState.SUCCESS, TaskState.FAILED,
            TaskState.UPSTREAM_FAILED, TaskState.SKIPPED);

    @Test
    @DisplayName("D14: every rule decides for every combination of ended upstreams, as the golden table says")
    void everyCombinationOfEndedUpstreamsIsDecidedAsTheGoldenTableSays() throws Exception {
        String table = table();
        assertThat(table).doesNotContain("WAIT");
        try (InputStream golden = getClass().getResourceAsStream("trigger-rules.tsv")) {
            assertThat(golden).as("the golden table; what it should hold:%n%s", table).isNotNull();
            assertThat(table).isEqualTo(new String(golden.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    @Test
    void rulesThatFireEarlyDoNotWaitForTheRest() {
        Upstreams oneOfTwoSucceeded = upstreams(TaskState.SUCCESS, TaskState.RUNNING);
        Upstreams oneOfTwoFailed = upstreams(TaskState.FAILED, TaskState.RUNNING);
        assertThat(TriggerRules.decide(TriggerRule.ONE_SUCCESS, oneOfTwoSucceeded)).isEqualTo(Decision.RUN);
        assertThat(TriggerRules.decide(TriggerRule.ONE_FAILED, oneOfTwoFailed)).isEqualTo(Decision.RUN);
        assertThat(TriggerRules.decide(TriggerRule.ONE_DONE, oneOfTwoFailed)).isEqualTo(Decision.RUN);
        assertThat(TriggerRules.decide(TriggerRule.ALL_SUCCESS, oneOfTwoFailed)).isEqualTo(Decision.UPSTREAM_FAILED);
        assertThat(TriggerRules.decide(TriggerRule.ALL_FAILED, oneOfTwoSucceeded)).isEqualTo(Decision.SKIP);
    }

    @Test
    void anUpstreamThatIsStillOwedAnExecutionCountsAsNotEnded() {
        for (TaskState open : List.of(TaskState.NONE, TaskState.QUEUED, TaskState.UP_FOR_RETRY,
                TaskState.UP_FOR_RESCHEDULE)) {
            assertThat(TriggerRules.decide(TriggerRule.ALL_DONE, upstreams(TaskState.FAILED, open)))
                    .isEqualTo(Decision.WAIT);
        }
    }

    @Test
    void alwaysRunsAtOnceAndSoDoesATaskWithoutUpstreams() {
        assertThat(TriggerRules.decide(TriggerRule.ALWAYS, upstreams(TaskState.NONE))).isEqualTo(Decision.RUN);
        for (TriggerRule rule : TriggerRule.values()) {
            assertThat(TriggerRules.decide(rule, Upstreams.NONE)).isEqualTo(Decision.RUN);
        }
    }

    private static Upstreams upstreams(TaskState... states) {
        Upstreams all = Upstreams.NONE;
        for (TaskState state : states) {
            all = all.plus(state);
        }
        return all;
    }

    private static String table() {
        StringBuilder table = new StringBuilder("rule\tupstreams\tdecision\n");
        for (TriggerRule rule : TriggerRule.values()) {
            for (int parents = 1; parents <= 3; parents++) {
                for (List<TaskState> states : combinations(parents)) {
                    String names = states.stream().map(TaskState::wireName).collect(Collectors.joining(","));
                    table.append(rule.wireName())
                            .append('\t')
                            .append(names)
                            .append('\t')
                            .append(TriggerRules.decide(rule, upstreams(states.toArray(TaskState[]::new))))
                            .append('\n');
                }
            }
        }
        return table.toString();
    }

    private static List<List<TaskState>> combinations(int parents) {
        if (parents == 0) {
            return List.of(List.of());
        }
        List<List<TaskState>> all = new ArrayList<>();
        for (List<TaskState> shorter : combinations(parents - 1)) {
            for (TaskState state : ENDED) {
                List<TaskState> longer = new ArrayList<>(shorter);
                longer.add(state);
                all.add(longer);
            }
        }
        return all;
    }
}
