// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal.attempt;

import io.dexaflow.model.AttemptFacts;
import io.dexaflow.model.AttemptId;
import io.dexaflow.store.AttemptLedger;
import io.dexaflow.storepostgres.internal.attempt.AttemptMapper.BeatLine;
import io.dexaflow.storepostgres.internal.attempt.AttemptMapper.FactsLine;
import io.dexaflow.storepostgres.internal.attempt.AttemptMapper.ReportColumns;
import io.dexaflow.storepostgres.internal.attempt.ReportRounds.Numbered;
import io.dexaflow.storepostgres.internal.sql.AttemptKeys;
import io.dexaflow.storepostgres.internal.sql.Database;
import io.dexaflow.storepostgres.internal.sql.Words;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/** What agents write, in PostgreSQL. A batch is one commit; what is stale is told from what applied, never an error. */
public final class PostgresAttemptLedger implements AttemptLedger {

    /** In which states a heartbeat leaves its stamp (R23). */
    private static final String[] STAMPED = {"queued", "running"};

    private final Database database;

    public PostgresAttemptLedger(Database database) {
        this.database = database;
    }

    @Override
    public List<Boolean> report(List<Report> reports) {
        if (reports.isEmpty()) {
            return List.of();
        }
        reports.forEach(PostgresAttemptLedger::check);
        List<List<Numbered>> rounds = ReportRounds.of(reports);
        String what = "write " + reports.size() + " reports, the first of " + reports.getFirst().attempt();
        Function<AttemptMapper, Boolean[]> write = mapper -> write(rounds, reports.size(), mapper);
        return List.of(rounds.size() == 1 ? database.one(AttemptMapper.class, what, write)
                : database.together(AttemptMapper.class, what, write));
    }

    private static void check(Report report) {
        switch (report.state()) {
            case RUNNING, SUCCESS, FAILED, SKIPPED, UP_FOR_RESCHEDULE -> {
            }
            default -> throw new IllegalArgumentException(
                    "no report says " + report.state().wireName() + ": " + report.attempt());
        }
    }

    private static Boolean[] write(List<List<Numbered>> rounds, int size, AttemptMapper mapper) {
        Boolean[] applied = new Boolean[size];
        Arrays.fill(applied, false);
        for (List<Numbered> round : rounds) {
            for (int number : mapper.report(columns(round))) {
                applied[round.get(number - 1).index()] = true;
            }
        }
        return applied;
    }

    private static ReportColumns columns(List<Numbered> round) {
        List<Report> reports = round.stream().map(Numbered::report).toList();
        return new ReportColumns(AttemptKeys.of(reports.stream().map(Report::attempt).toList()),
                column(reports, report -> report.state().wireName(), String[]::new),
                column(reports, Report::exitCode, Integer[]::new),
                column(reports, report -> Words.storable(report.message()), String[]::new),
                column(reports, Report::rescheduleAt, Instant[]::new),
                column(reports, report -> Words.storable(report.hostname()), String[]::new));
    }

    private static <T> T[] column(List<Report> reports, Function<Report, T> value, IntFunction<T[]> array) {
        return reports.stream().map(value).toArray(array);
    }

    @Override
    public Beats heartbeat(List<AttemptId> attempts) {
        List<AttemptId> distinct = AttemptKeys.ordered(attempts);
        List<BeatLine> lines = database.one(AttemptMapper.class, "stamp " + distinct.size() + " heartbeats",
                mapper -> mapper.heartbeat(AttemptKeys.of(distinct), STAMPED));
        Set<AttemptId> live = new HashSet<>();
        for (BeatLine line : lines) {
            if (line.n() != null) {
                live.add(distinct.get(line.n() - 1));
            }
        }
        return new Beats(lines.getFirst().now(), attempts.stream().map(live::contains).toList());
    }

    @Override
    public Optional<AttemptFacts> facts(AttemptId attempt) {
        return Optional.ofNullable(facts(List.of(attempt)).get(attempt));
    }

    @Override
    public Map<AttemptId, AttemptFacts> facts(Collection<AttemptId> attempts) {
        if (attempts.isEmpty()) {
            return Map.of();
        }
        List<AttemptId> distinct = AttemptKeys.ordered(attempts);
        List<FactsLine> lines = database.one(AttemptMapper.class, "look up " + distinct.size() + " attempts",
                mapper -> mapper.facts(AttemptKeys.of(distinct)));
        Map<AttemptId, AttemptFacts> facts = new HashMap<>();
        for (FactsLine line : lines) {
            facts.put(distinct.get(line.n() - 1), new AttemptFacts(line.taskInstanceId(), line.dagId(),
                    line.dagRunId(), line.versionId(), line.maxTries(), line.confJson(), line.logicalDate(),
                    line.intervalStart(), line.intervalEnd()));
        }
        return facts;
    }

    @Override
    public boolean outputs(AttemptId attempt, Map<String, String> xcom, Map<String, String> links) {
        return database.one(AttemptMapper.class, "store the outputs of " + attempt,
                mapper -> mapper.outputs(attempt, texts(xcom.keySet()), texts(xcom.values()), texts(links.keySet()),
                        texts(links.values())))
                > 0;
    }

    private static String[] texts(Collection<String> texts) {
        return texts.stream().map(Words::storable).toArray(String[]::new);
    }

    @Override
    public Map<XComRef, String> xcom(UUID runId, Collection<XComRef> wanted) {
        if (wanted.isEmpty()) {
            return Map.of();
        }
        Map<XComRef, String> values = new HashMap<>();
        String[] tasks = refs(wanted).map(XComRef::taskId).toArray(String[]::new);
        String[] keys = refs(wanted).map(XComRef::key).toArray(String[]::new);
        database.one(AttemptMapper.class, "read XCom values of run=" + runId, mapper -> mapper.xcom(runId, tasks, keys))
                .forEach(line -> values.put(new XComRef(line.taskId(), line.key()), line.value()));
        return values;
    }

    private static Stream<XComRef> refs(Collection<XComRef> wanted) {
        return wanted.stream().distinct();
    }
}
