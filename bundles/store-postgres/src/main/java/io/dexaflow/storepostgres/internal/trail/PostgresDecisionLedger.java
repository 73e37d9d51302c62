// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal.trail;

import io.dexaflow.store.DecisionLedger;
import io.dexaflow.storepostgres.internal.sql.Database;
import io.dexaflow.storepostgres.internal.sql.Seconds;
import io.dexaflow.storepostgres.internal.trail.DecisionMapper.DecisionLine;
import io.dexaflow.trail.Decision;
import io.dexaflow.trail.Subject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;

/** The trail in PostgreSQL. */
public final class PostgresDecisionLedger implements DecisionLedger {

    private final Database database;

    public PostgresDecisionLedger(Database database) {
        this.database = database;
    }

    @Override
    public void record(List<Decision> decisions) {
        List<DecisionColumns> rounds = rounds(decisions).stream().map(DecisionColumns::of).toList();
        String what = "record " + decisions.size() + " decisions";
        if (rounds.size() == 1) {
            database.one(DecisionMapper.class, what, mapper -> mapper.record(rounds.getFirst()));
        } else if (!rounds.isEmpty()) {
            database.together(DecisionMapper.class, what,
                    mapper -> rounds.stream().mapToInt(mapper::record).sum());
        }
    }

    /** In each round a subject comes once at most, so that what repeats is told from what was written before it. */
    private static List<List<Decision>> rounds(List<Decision> decisions) {
        Map<UUID, Integer> seen = new HashMap<>();
        List<List<Decision>> rounds = new ArrayList<>();
        for (Decision decision : decisions) {
            Subject subject = decision.subject();
            if (subject.runId() != null) {
                UUID row = subject.taskInstanceId() == null ? subject.runId() : subject.taskInstanceId();
                int round = seen.merge(row, 1, Integer::sum) - 1;
                if (round == rounds.size()) {
                    rounds.add(new ArrayList<>());
                }
                rounds.get(round).add(decision);
            }
        }
        return rounds;
    }

    @Override
    public List<DecisionRow> of(UUID taskInstanceId, UUID runId) {
        return database.one(DecisionMapper.class, "read the trail of task_instance=" + taskInstanceId,
                mapper -> mapper.of(taskInstanceId, runId)).stream().map(PostgresDecisionLedger::row).toList();
    }

    private static DecisionRow row(DecisionLine line) {
        return new DecisionRow(line.at(), line.actor(), line.label(),
                Decision.Kind.valueOf(line.kind().toUpperCase(Locale.ROOT)), line.words(),
                EvidenceCodec.map(line.evidence()), number(line.tryNumber()), number(line.epoch()), line.count(),
                line.lastAt(), line.ofRun());
    }

    private static int number(Integer number) {
        return number == null ? 0 : number;
    }

    @Override
    public int prune(Duration age, int limit) {
        return database.one(DecisionMapper.class, "take away old decisions",
                mapper -> mapper.prune(Seconds.of(age), limit));
    }
}
