// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal.dag;

import io.dexaflow.model.Dag;
import io.dexaflow.store.DagLedger;
import io.dexaflow.storepostgres.internal.dag.DagMapper.DagColumns;
import io.dexaflow.storepostgres.internal.dag.DagMapper.VersionColumns;
import io.dexaflow.storepostgres.internal.sql.Database;
import io.dexaflow.storepostgres.internal.sql.Words;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** DAGs, versions and import errors in PostgreSQL; the versions used last are kept in memory. */
public final class PostgresDagLedger implements DagLedger {

    private static final int CACHED_VERSIONS = 1_000;

    private final Database database;
    private final DagCodec codec = new DagCodec();
    private final VersionCache versions = new VersionCache(CACHED_VERSIONS);

    public PostgresDagLedger(Database database) {
        this.database = database;
    }

    @Override
    public DagVersion register(Dag dag, Origin origin, boolean current) {
        DagCodec.Encoded encoded = codec.encode(dag);
        DagColumns row = new DagColumns(dag.dagId(), origin.file(), dag.tags().toArray(String[]::new),
                dag.limits().maxActiveRuns(), dag.limits().maxActiveTasks());
        VersionColumns version = new VersionColumns(dag.dagId(), encoded.hash(), encoded.content(), origin.file(),
                Words.storable(origin.source()));
        return database.together(DagMapper.class, "register dag=" + dag.dagId(), mapper -> {
            if (current) {
                mapper.keep(row);
            } else {
                mapper.keepAside(row);
            }
            mapper.addVersion(version);
            DagVersion registered = mapper.versionOf(dag.dagId(), encoded.hash());
            if (current) {
                mapper.makeCurrent(dag.dagId(), registered.id());
            }
            return registered;
        });
    }

    @Override
    public Optional<Dag> dag(UUID versionId) {
        Dag cached = versions.get(versionId);
        if (cached != null) {
            return Optional.of(cached);
        }
        String content = database.one(DagMapper.class, "read version=" + versionId,
                mapper -> mapper.content(versionId));
        if (content == null) {
            return Optional.empty();
        }
        Dag dag = codec.decode(versionId, content);
        versions.put(versionId, dag);
        return Optional.of(dag);
    }

    @Override
    public Optional<DagVersion> current(String dagId) {
        return Optional.ofNullable(database.one(DagMapper.class, "look for the current version of dag=" + dagId,
                mapper -> mapper.current(dagId)));
    }

    @Override
    public List<KnownDag> known() {
        return database.one(DagMapper.class, "list the known DAGs", DagMapper::known);
    }

    @Override
    public void deactivate(Collection<String> dagIds) {
        if (!dagIds.isEmpty()) {
            String[] ids = dagIds.toArray(String[]::new);
            database.one(DagMapper.class, "deactivate " + ids.length + " DAGs", mapper -> mapper.deactivate(ids));
        }
    }

    @Override
    public void replaceImportErrors(List<ImportError> errors) {
        Map<String, String> byFile = new LinkedHashMap<>();
        errors.forEach(error -> byFile.merge(Words.storable(error.file()), Words.storable(error.text()),
                (first, second) -> first + "\n" + second));
        String[] files = byFile.keySet().toArray(String[]::new);
        String[] texts = byFile.values().toArray(String[]::new);
        database.together(DagMapper.class, "write " + files.length + " import errors", mapper -> {
            mapper.forgetImportErrors(files);
            return mapper.keepImportErrors(files, texts);
        });
    }
}
