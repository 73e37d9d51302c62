// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.model.Dag;
import io.dexaflow.model.Limits;
import io.dexaflow.store.DagLedger.DagVersion;
import io.dexaflow.store.DagLedger.ImportError;
import io.dexaflow.store.DagLedger.KnownDag;
import io.dexaflow.store.DagLedger.Origin;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** DAGs, versions and import errors: R1, R2. */
class DagsIT {

    private static final Origin FILE = new Origin("/dags/a.yaml", "dag_id: a");

    @RegisterExtension static final TestStore STORE = new TestStore();

    @Test
    @DisplayName("R2: the same content is the same version")
    void sameContentIsTheSameVersion() {
        DagVersion first = STORE.dags().register(dag(1), FILE, true);
        DagVersion again = STORE.dags().register(dag(1), new Origin("/dags/moved.yaml", "x"), true);
        DagVersion second = STORE.dags().register(dag(2), FILE, true);
        DagVersion back = STORE.dags().register(dag(1), FILE, true);

        assertThat(again).isEqualTo(first).isEqualTo(back);
        assertThat(first.number()).isEqualTo(1);
        assertThat(second.number()).isEqualTo(2);
        assertThat(second.hash()).isNotEqualTo(first.hash());
        assertThat(STORE.dags().current("a")).contains(first);
        assertThat(STORE.dags().dag(second.id())).contains(dag(2));
        assertThat(STORE.rows("select source from dexaflow.dag_version where number = 1").getFirst())
                .containsEntry("source", "dag_id: a");
    }

    @Test
    void versionIsReadOnce() {
        UUID id = STORE.dags().register(dag(1), FILE, true).id();
        STORE.dags().dag(id);
        STORE.watched.forget();

        assertThat(STORE.dags().dag(id)).contains(dag(1));
        assertThat(STORE.watched.executed()).isEmpty();
        assertThat(STORE.dags().dag(UUID.randomUUID())).isEmpty();
    }

    @Test
    void fileThatIsRunOnceMakesAStaleDag() {
        DagVersion once = STORE.dags().register(dag(1), FILE, false);

        assertThat(STORE.dags().current("a")).isEmpty();
        assertThat(STORE.dags().known()).isEmpty();
        assertThat(row()).containsEntry("is_stale", true).containsEntry("current_version", null);
        assertThat(STORE.dags().register(dag(1), FILE, true)).isEqualTo(once);
        assertThat(STORE.dags().current("a")).contains(once);
    }

    @Test
    void fileThatIsRunOnceLeavesADagOfTheFolderAsItIs() {
        DagVersion folder = STORE.dags().register(dag(1), FILE, true);
        Map<String, Object> before = row();

        DagVersion once = STORE.dags().register(TestStore.dag("a", 3, new Limits(1, 1)), new Origin("/x", "x"), false);

        assertThat(once.number()).isEqualTo(2);
        assertThat(row()).isEqualTo(before);
        assertThat(STORE.dags().current("a")).contains(folder);
        assertThat(STORE.dags().dag(once.id()).orElseThrow().tasks()).hasSize(3);
    }

    @Test
    void limitsAreThoseOfTheCurrentVersion() {
        STORE.dags().register(TestStore.dag("a", 1, new Limits(3, 4)), FILE, true);
        assertThat(row()).containsEntry("max_active_runs", 3).containsEntry("max_active_tasks", 4);

        STORE.dags().register(TestStore.dag("a", 1, new Limits(5, 6)), FILE, true);
        assertThat(row()).containsEntry("max_active_runs", 5).containsEntry("max_active_tasks", 6);
    }

    @Test
    @DisplayName("D17: a DAG whose file is gone has no current version until it is back")
    void goneFileDeactivates() {
        DagVersion version = STORE.dags().register(dag(1), FILE, true);
        STORE.version("b", 1, Limits.DEFAULT);
        assertThat(STORE.dags().known()).containsExactly(new KnownDag("a", "/dags/a.yaml", version.hash()),
                new KnownDag("b", "/dags/b.yaml", STORE.dags().current("b").orElseThrow().hash()));

        STORE.dags().deactivate(List.of("a", "unknown"));
        STORE.dags().deactivate(List.of());

        assertThat(STORE.dags().known()).extracting(KnownDag::dagId).containsExactly("b");
        assertThat(STORE.dags().current("a")).isEmpty();
        STORE.dags().register(dag(1), FILE, true);
        assertThat(STORE.dags().current("a")).contains(version);
    }

    @Test
    void unchangedImportErrorsKeepTheirIdAndTime() {
        STORE.dags()
                .replaceImportErrors(List.of(new ImportError("/a", "x"), new ImportError("/b", "y"),
                        new ImportError("/c", "z")));
        List<Map<String, Object>> before = errors();
        STORE.moveClock(Duration.ofMinutes(1));

        STORE.dags()
                .replaceImportErrors(List.of(new ImportError("/a", "x"), new ImportError("/b", "other"),
                        new ImportError("/d", "new")));

        List<Map<String, Object>> after = errors();
        assertThat(after).extracting(row -> row.get("file")).containsExactly("/a", "/b", "/d");
        assertThat(after.get(0)).isEqualTo(before.get(0));
        assertThat(after.get(1)).containsEntry("text", "other")
                .doesNotContainEntry("noted_at",
                        before.get(1).get("noted_at"));
        STORE.dags().replaceImportErrors(List.of());
        assertThat(errors()).isEmpty();
    }

    private static Dag dag(int tasks) {
        return TestStore.dag("a", tasks, Limits.DEFAULT);
    }

    private static Map<String, Object> row() {
        return STORE.rows("select file, tags::text, is_paused, is_stale, current_version, max_active_runs, "
                + "max_active_tasks, last_parsed_at from dexaflow.dag where dag_id = 'a'").getFirst();
    }

    private static List<Map<String, Object>> errors() {
        return STORE.rows("select * from dexaflow.import_error order by file");
    }

}
