// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal.dag;

import io.dexaflow.store.DagLedger.DagVersion;
import io.dexaflow.store.DagLedger.KnownDag;
import java.util.List;
import java.util.UUID;
import org.apache.ibatis.annotations.Param;

/** The statements about DAGs, versions and import errors. */
public interface DagMapper {

    int keep(DagColumns dag);

    int keepAside(DagColumns dag);

    int addVersion(VersionColumns version);

    DagVersion versionOf(@Param("dagId") String dagId, @Param("hash") String hash);

    int makeCurrent(@Param("dagId") String dagId, @Param("version") UUID version);

    String content(@Param("version") UUID version);

    DagVersion current(@Param("dagId") String dagId);

    List<KnownDag> known();

    int deactivate(@Param("dagIds") String[] dagIds);

    int forgetImportErrors(@Param("files") String[] files);

    int keepImportErrors(@Param("files") String[] files, @Param("texts") String[] texts);

    /** A DAG's row. */
    record DagColumns(String dagId, String file, String[] tags, int maxActiveRuns, int maxActiveTasks) {}

    /** A version's row. */
    record VersionColumns(String dagId, String hash, String content, String file, String source) {}
}
