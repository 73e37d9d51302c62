// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal.catalog;

import io.dexaflow.store.DagCatalog.DagEntry;
import io.dexaflow.store.DagCatalog.Source;
import io.dexaflow.store.DagCatalog.VersionRow;
import io.dexaflow.store.Readings.ImportErrorRow;
import io.dexaflow.storepostgres.internal.sql.Ordering.Piece;
import java.time.Instant;
import java.util.List;
import org.apache.ibatis.annotations.Param;

/** The statements of those who look through DAGs and manage them. */
public interface CatalogMapper {

    List<DagEntry> list(@Param("wish") CatalogWish wish, @Param("piece") Piece piece);

    long count(@Param("wish") CatalogWish wish);

    DagEntry find(@Param("dagId") String dagId);

    int setPaused(@Param("dagIds") String[] dagIds, @Param("paused") boolean paused);

    List<VersionRow> versions(@Param("dagId") String dagId, @Param("number") Integer number,
            @Param("piece") Piece piece);

    long countVersions(@Param("dagId") String dagId, @Param("number") Integer number);

    Source source(@Param("dagId") String dagId, @Param("number") int number);

    Source currentSource(@Param("dagId") String dagId);

    List<CountLine> runCounts();

    List<CountLine> runCountsOf(@Param("dagIds") String[] dagIds);

    List<String> tags(@Param("patterns") String[] patterns, @Param("piece") Piece piece);

    long countTags(@Param("patterns") String[] patterns);

    List<ImportErrorRow> importErrors(@Param("patterns") String[] patterns, @Param("piece") Piece piece);

    long countImportErrors(@Param("patterns") String[] patterns);

    ImportErrorRow importError(@Param("id") long id);

    String lock(@Param("dagId") String dagId);

    boolean hasUnfinishedRuns(@Param("dagId") String dagId);

    int deleteDecisions(@Param("dagId") String dagId);

    int deleteRuns(@Param("dagId") String dagId);

    int deleteWorkers(@Param("dagId") String dagId);

    int forgetCurrent(@Param("dagId") String dagId);

    int deleteVersions(@Param("dagId") String dagId);

    int deleteDag(@Param("dagId") String dagId);

    /**
     * Which DAGs; null and an empty array stand for no wish.
     *
     * @param withLast whether the newest run is read, for a filter or an order
     */
    record CatalogWish(String[] patterns, String[] namePatterns, Boolean paused, boolean withStale, Boolean broken,
            TagWish tags, RunWish runs, boolean withLast) {}

    /** Which tags. */
    record TagWish(String[] names, boolean all) {}

    /**
     * Which runs.
     *
     * @param any whether there is a wish for some run
     */
    record RunWish(String last, boolean any, String[] states, Instant startedFrom, Instant startedBefore,
            Instant endedFrom, Instant endedBefore) {}

    /** How many runs are in a state; no state where a DAG has no run. */
    record CountLine(String dagId, String state, long runs) {}
}
