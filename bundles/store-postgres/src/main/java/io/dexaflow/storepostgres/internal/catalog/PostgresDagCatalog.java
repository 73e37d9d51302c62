// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal.catalog;

import io.dexaflow.model.RunState;
import io.dexaflow.store.DagCatalog;
import io.dexaflow.store.Readings.ImportErrorRow;
import io.dexaflow.store.Readings.Page;
import io.dexaflow.store.Readings.Paging;
import io.dexaflow.storepostgres.internal.catalog.CatalogMapper.CatalogWish;
import io.dexaflow.storepostgres.internal.catalog.CatalogMapper.CountLine;
import io.dexaflow.storepostgres.internal.catalog.CatalogMapper.RunWish;
import io.dexaflow.storepostgres.internal.catalog.CatalogMapper.TagWish;
import io.dexaflow.storepostgres.internal.sql.Database;
import io.dexaflow.storepostgres.internal.sql.Ordering.Piece;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** DAGs as their operators see them, in PostgreSQL. */
public final class PostgresDagCatalog implements DagCatalog {

    private final Database database;

    public PostgresDagCatalog(Database database) {
        this.database = database;
    }

    @Override
    public Page<DagEntry> list(DagQuery query, Paging paging) {
        Piece piece = CatalogOrders.DAGS.piece(paging);
        CatalogWish wish = wish(query, CatalogOrders.readsLast(piece));
        CatalogWish counted = wish(query, false);
        return page("list DAGs", mapper -> mapper.list(wish, piece), mapper -> mapper.count(counted));
    }

    @Override
    public Optional<DagEntry> find(String dagId) {
        return found("read dag=" + dagId, mapper -> mapper.find(dagId));
    }

    @Override
    public int setPaused(Collection<String> dagIds, boolean paused) {
        return ask("pause or unpause " + dagIds.size() + " DAGs", mapper -> mapper.setPaused(array(dagIds), paused));
    }

    @Override
    public Deletion delete(String dagId) {
        return database.together(CatalogMapper.class, "delete dag=" + dagId, mapper -> {
            if (mapper.lock(dagId) == null) {
                return Deletion.UNKNOWN;
            }
            if (mapper.hasUnfinishedRuns(dagId)) {
                return Deletion.HAS_UNFINISHED_RUNS;
            }
            mapper.deleteDecisions(dagId);
            mapper.deleteRuns(dagId);
            mapper.deleteWorkers(dagId);
            mapper.forgetCurrent(dagId);
            mapper.deleteVersions(dagId);
            mapper.deleteDag(dagId);
            return Deletion.DONE;
        });
    }

    @Override
    public Page<VersionRow> versions(String dagId, Integer number, Paging paging) {
        Piece piece = CatalogOrders.VERSIONS.piece(paging);
        return page("list versions", mapper -> mapper.versions(dagId, number, piece),
                mapper -> mapper.countVersions(dagId, number));
    }

    @Override
    public Optional<Source> source(String dagId, Integer number) {
        return found("read the source of dag=" + dagId,
                mapper -> number == null ? mapper.currentSource(dagId) : mapper.source(dagId, number));
    }

    @Override
    public Map<String, Map<RunState, Long>> runCounts(Collection<String> dagIds) {
        List<CountLine> lines = ask("count runs by their state",
                mapper -> dagIds.isEmpty() ? mapper.runCounts() : mapper.runCountsOf(array(dagIds)));
        Map<String, Map<RunState, Long>> counts = new LinkedHashMap<>();
        for (CountLine line : lines) {
            Map<RunState, Long> states = counts.computeIfAbsent(line.dagId(), id -> new EnumMap<>(RunState.class));
            if (line.state() != null) {
                states.put(RunState.ofWire(line.state()), line.runs());
            }
        }
        return counts;
    }

    @Override
    public Page<String> tags(List<String> patterns, Paging paging) {
        Piece piece = CatalogOrders.TAGS.piece(paging);
        return page("list tags", mapper -> mapper.tags(array(patterns), piece),
                mapper -> mapper.countTags(array(patterns)));
    }

    @Override
    public Page<ImportErrorRow> importErrors(List<String> filePatterns, Paging paging) {
        Piece piece = CatalogOrders.IMPORT_ERRORS.piece(paging);
        return page("list import errors", mapper -> mapper.importErrors(array(filePatterns), piece),
                mapper -> mapper.countImportErrors(array(filePatterns)));
    }

    @Override
    public Optional<ImportErrorRow> importError(long id) {
        return found("read the import error " + id, mapper -> mapper.importError(id));
    }

    private static CatalogWish wish(DagQuery query, boolean orderedByLast) {
        Runs runs = query.runs();
        boolean any = !runs.states().isEmpty() || !runs.started().any() || !runs.ended().any();
        RunWish run = new RunWish(runs.last() == null ? null : runs.last().wireName(), any,
                runs.states().stream().map(RunState::wireName).toArray(String[]::new), runs.started().from(),
                runs.started().before(), runs.ended().from(), runs.ended().before());
        return new CatalogWish(array(query.patterns()), array(query.namePatterns()), query.paused(), query.withStale(),
                query.broken(),
                new TagWish(array(query.tags().names()), query.tags().all()), run,
                orderedByLast || runs.last() != null);
    }

    private <T> Page<T> page(String what, Function<CatalogMapper, List<T>> rows, Function<CatalogMapper, Long> total) {
        return new Page<>(ask(what, rows), ask(what, total));
    }

    private <T> Optional<T> found(String what, Function<CatalogMapper, T> row) {
        return Optional.ofNullable(ask(what, row));
    }

    private <T> T ask(String what, Function<CatalogMapper, T> statement) {
        return database.one(CatalogMapper.class, what, statement);
    }

    private static String[] array(Collection<String> texts) {
        return texts.toArray(String[]::new);
    }
}
