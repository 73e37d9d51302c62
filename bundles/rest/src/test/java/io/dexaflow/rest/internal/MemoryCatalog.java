// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal;

import io.dexaflow.model.RunState;
import io.dexaflow.store.DagCatalog;
import io.dexaflow.store.Readings.DagRow;
import io.dexaflow.store.Readings.ImportErrorRow;
import io.dexaflow.store.Readings.Page;
import io.dexaflow.store.Readings.Paging;
import io.dexaflow.store.Readings.RunRow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The DAGs of {@link MemoryReadings}; {@code sales} has a next run. It remembers what it was asked. */
final class MemoryCatalog implements DagCatalog {

    static final Instant NEXT = Instant.parse("2026-03-02T05:00:00Z");

    final List<DagQuery> queries = new ArrayList<>();

    private final MemoryReadings readings;

    MemoryCatalog(MemoryReadings readings) {
        this.readings = readings;
    }

    @Override
    public Page<DagEntry> list(DagQuery query, Paging paging) {
        queries.add(query);
        return readings.page(readings.dags.stream().map(this::entry).toList(),
                row -> query.patterns().stream().allMatch(p -> row.dagId().contains(p.replace("%", ""))), paging);
    }

    @Override
    public Optional<DagEntry> find(String dagId) {
        return readings.dag(dagId).map(this::entry);
    }

    @Override
    public int setPaused(Collection<String> dagIds, boolean paused) {
        return (int) dagIds.stream().filter(dagId -> readings.setPaused(dagId, paused)).count();
    }

    @Override
    public Deletion delete(String dagId) {
        if (readings.runs.stream().anyMatch(run -> run.dagId().equals(dagId) && !run.state().isFinished())) {
            return Deletion.HAS_UNFINISHED_RUNS;
        }
        return readings.dags.removeIf(dag -> dag.dagId().equals(dagId)) ? Deletion.DONE : Deletion.UNKNOWN;
    }

    @Override
    public Page<VersionRow> versions(String dagId, Integer number, Paging paging) {
        return readings.page(readings.dags, dag -> (dagId == null || dag.dagId().equals(dagId))
                && (number == null || number == dag.versionNumber()), paging,
                dag -> new VersionRow(
                        dag.currentVersion(), dag.dagId(), dag.versionNumber(), MemoryReadings.TIME));
    }

    @Override
    public Optional<Source> source(String dagId, Integer number) {
        return number != null && number != 1 ? Optional.empty()
                : readings.dag(dagId).map(dag -> new Source(dagId, 1, "dag_id: " + dagId + "\n"));
    }

    @Override
    public Map<String, Map<RunState, Long>> runCounts(Collection<String> dagIds) {
        Map<String, Map<RunState, Long>> counts = new TreeMap<>();
        for (DagRow dag : readings.dags) {
            if (dagIds.isEmpty() || dagIds.contains(dag.dagId())) {
                counts.put(dag.dagId(), new EnumMap<>(RunState.class));
            }
        }
        for (RunRow run : readings.runs) {
            counts.computeIfPresent(run.dagId(), (dagId, states) -> {
                states.merge(run.state(), 1L, Long::sum);
                return states;
            });
        }
        return counts;
    }

    @Override
    public Page<String> tags(List<String> patterns, Paging paging) {
        return readings.page(List.of("a", "b"), tag -> true, paging);
    }

    @Override
    public Page<ImportErrorRow> importErrors(List<String> filePatterns, Paging paging) {
        return readings.page(readings.errors,
                row -> filePatterns.stream().allMatch(p -> row.file().contains(p.replace("%", ""))), paging);
    }

    @Override
    public Optional<ImportErrorRow> importError(long id) {
        return readings.errors.stream().filter(row -> row.id() == id).findFirst();
    }

    private DagEntry entry(DagRow row) {
        boolean broken = readings.errors.stream().anyMatch(error -> error.file().equals(row.file()));
        Instant next = row.dagId().equals("sales") ? NEXT : null;
        return new DagEntry(row.dagId(), row.file(), row.paused(), row.stale(), row.currentVersion(),
                row.versionNumber(), row.lastParsed(), broken, next,
                next == null ? null : next.plus(Duration.ofDays(1)),
                next == null ? null : next.plus(Duration.ofDays(1)));
    }
}
