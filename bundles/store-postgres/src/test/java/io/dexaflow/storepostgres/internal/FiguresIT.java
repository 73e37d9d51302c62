// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.model.Limits;
import io.dexaflow.model.TaskState;
import io.dexaflow.store.Figures;
import io.dexaflow.store.Figures.Reading;
import io.dexaflow.storepostgres.internal.figures.PostgresFigures;
import io.dexaflow.storepostgres.internal.sql.Database;
import io.dexaflow.storepostgres.internal.sql.Sessions;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The numbers that metrics show: contract 6. */
class FiguresIT {

    private static final int STATEMENTS = 4;

    @RegisterExtension static final TestStore STORE = new TestStore();

    private final Watched watched = new Watched();
    private Figures figures;

    @BeforeEach
    void open() throws SQLException {
        figures =
                new PostgresFigures(new Database(Sessions.over(watched.watch(STORE.endpoint().sources(30).pooled()))));
    }

    @Test
    void nothingStoredIsZeroesAndNothing() {
        Reading reading = figures.read();

        assertThat(reading.tasks()).containsOnlyKeys(TaskState.values());
        assertThat(reading.tasks().values()).containsOnly(0L);
        assertThat(reading.oldestQueued()).isEmpty();
        assertThat(reading.importErrors()).isZero();
        assertThat(reading.lastSuccess()).isEmpty();
    }

    @Test
    void statesAreCountedInUnfinishedRunsOnly() {
        UUID open = STORE.run("open", 3);
        STORE.running(open, 0);
        STORE.set(open, 1, "state = 'success', ended_at = dexaflow.now()");
        UUID done = STORE.run("done", 2);
        STORE.sql("update dexaflow.dag_run set state = 'success', ended_at = dexaflow.now() where id = ?", done);

        assertThat(figures.read().tasks()).containsEntry(TaskState.RUNNING, 1L)
                .containsEntry(TaskState.SUCCESS, 1L)
                .containsEntry(TaskState.NONE, 1L)
                .containsEntry(TaskState.QUEUED, 0L);
    }

    @Test
    void theAgeOfWhatIsQueuedLongestIsDatabaseTime() {
        UUID run = STORE.run("a", 3);
        STORE.set(run, 0, "state = 'queued', queued_at = dexaflow.now()");
        STORE.set(run, 1, "state = 'queued', queued_at = dexaflow.now() - interval '10 seconds'");
        STORE.set(run, 2, "state = 'running', queued_at = dexaflow.now() - interval '1 hour'");
        STORE.moveClock(Duration.ofMinutes(3));

        assertThat(figures.read().oldestQueued().orElseThrow()).isBetween(Duration.ofSeconds(190),
                Duration.ofSeconds(220));
    }

    @Test
    void theLastSuccessIsThatOfTheNewestSuccessfulRunOfADagThatHasAFile() {
        ended("a", "success", "2026-01-01T00:00:00Z");
        ended("a", "success", "2026-01-02T00:00:00Z");
        ended("a", "failed", "2026-01-03T00:00:00Z");
        ended("never", "failed", "2026-01-03T00:00:00Z");
        ended("gone", "success", "2026-01-03T00:00:00Z");
        STORE.sql("update dexaflow.dag set is_stale = true where dag_id = 'gone'");

        assertThat(figures.read().lastSuccess()).containsOnly(Map.entry("a", Instant.parse("2026-01-02T00:00:00Z")));
    }

    @Test
    void importErrorsAreCounted() {
        STORE.sql("insert into dexaflow.import_error (file, text, noted_at) values ('/a', 'x', dexaflow.now()), "
                + "('/b', 'x', dexaflow.now())");

        assertThat(figures.read().importErrors()).isEqualTo(2);
    }

    @Test
    void aReadingIsFourStatementsWhateverTheNumberOfRows() {
        for (int dag = 0; dag < 20; dag++) {
            STORE.run("dag" + dag, 50, Limits.DEFAULT);
        }
        watched.forget();

        assertThat(figures.read().tasks()).containsEntry(TaskState.NONE, 1_000L);

        assertThat(watched.executed()).hasSize(STATEMENTS);
        assertThat(watched.executed()).allSatisfy(executed -> {
            STORE.sql("deallocate all");
            STORE.sql(PostgresStore.session(new StoreSettings(8, 30)));
            STORE.sql(executed.prepare("it"));
            assertThat(STORE.rows(executed.explain("it")).toString()).doesNotContain("Seq Scan on task_instance",
                    "Seq Scan on dag_run");
        });
    }

    private static void ended(String dagId, String state, String at) {
        UUID run = STORE.run(dagId, 1);
        STORE.sql("update dexaflow.dag_run set state = '" + state + "', queued_at = '" + at + "', ended_at = '" + at
                + "' where id = ?", run);
    }
}
