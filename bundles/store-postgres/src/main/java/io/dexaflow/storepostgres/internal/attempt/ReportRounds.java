// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal.attempt;

import io.dexaflow.model.AttemptId;
import io.dexaflow.store.AttemptLedger.Report;
import io.dexaflow.storepostgres.internal.sql.AttemptKeys;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Parts a batch of reports into rounds in which each task instance is reported on once, so that a round is one statement
 * and RUNNING still comes before SUCCESS of the same attempt. Reports on different task instances do not care for their
 * order; within a round they stand in the order of all batches.
 */
final class ReportRounds {

    private static final Comparator<Numbered> ORDER = Comparator.comparing(
            numbered -> numbered.report().attempt(), AttemptKeys.ORDER);

    private ReportRounds() {}

    static List<List<Numbered>> of(List<Report> reports) {
        Map<Subject, Integer> seen = new HashMap<>();
        List<List<Numbered>> rounds = new ArrayList<>();
        for (int i = 0; i < reports.size(); i++) {
            AttemptId attempt = reports.get(i).attempt();
            int round = seen.merge(new Subject(attempt.runId(), attempt.taskId()), 1, Integer::sum) - 1;
            if (round == rounds.size()) {
                rounds.add(new ArrayList<>());
            }
            rounds.get(round).add(new Numbered(i, reports.get(i)));
        }
        rounds.forEach(round -> round.sort(ORDER));
        return rounds;
    }

    /**
     * A report of a batch.
     *
     * @param index its place in the batch, from 0
     */
    record Numbered(int index, Report report) {}

    private record Subject(UUID runId, String taskId) {}
}
