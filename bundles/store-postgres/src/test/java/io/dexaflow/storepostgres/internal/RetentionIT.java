// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal;

import static io.dexaflow.storepostgres.internal.TestStore.TERM;
import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.model.Limits;
import io.dexaflow.store.RetentionLedger.Expired;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What retention takes away, and what it never touches. */
class RetentionIT {

    private static final Duration DAYS = Duration.ofDays(30);

    @RegisterExtension static final TestStore STORE = new TestStore();

    @Test
    void oldRunGoesWithAllThatBelongsToItAndNothingElseDoes() {
        UUID old = finished("a", 31);
        UUID young = finished("a", 29);
        UUID newest = finished("a", 0);
        belongings(old);
        belongings(young);
        assertThat(STORE.retention().expired(DAYS)).isEqualTo(new Expired(1, 2, 2, 2, 4));

        assertThat(STORE.retention().prune(DAYS, 10, TERM)).isEqualTo(1);

        assertThat(STORE.rows("select id from dexaflow.dag_run")).extracting(row -> row.get("id"))
                .containsExactlyInAnyOrder(young, newest);
        assertThat(STORE.retention().expired(DAYS)).isEqualTo(new Expired(0, 0, 0, 0, 0));
        assertThat(STORE.count("select count(*) from dexaflow.task_instance")).isEqualTo(4);
        assertThat(STORE.count("select count(*) from dexaflow.task_instance_history")).isEqualTo(2);
        assertThat(STORE.count("select count(*) from dexaflow.xcom")).isEqualTo(2);
        assertThat(STORE.count("select count(*) from dexaflow.decision where run_id = ?", old)).isZero();
        assertThat(STORE.count("select count(*) from dexaflow.decision where run_id = ?", young)).isEqualTo(4);
        assertThat(STORE.retention().prune(DAYS, 10, TERM)).isZero();
    }

    @Test
    void newestRunOfADagAndUnfinishedOnesStayHoweverOldTheyAre() {
        UUID running = STORE.run("a", 1);
        STORE.sql("update dexaflow.dag_run set queued_at = queued_at - interval '90 days'");
        UUID newest = finished("a", 80);
        UUID alone = finished("b", 80);

        assertThat(STORE.retention().expired(DAYS).runs()).isZero();
        assertThat(STORE.retention().prune(DAYS, 10, TERM)).isZero();

        assertThat(STORE.rows("select id from dexaflow.dag_run")).extracting(row -> row.get("id"))
                .containsExactlyInAnyOrder(running, newest, alone);
    }

    @Test
    void runAboutWhichSomebodyIsStillToBeCalledStays() {
        UUID old = finished("a", 31);
        finished("a", 0);
        STORE.sql("insert into dexaflow.callback (run_id, dag_id, version_id, failed_at, state) select id, dag_id, "
                + "version_id, ended_at, 'owed' from dexaflow.dag_run where id = ?", old);
        assertThat(STORE.retention().prune(DAYS, 10, TERM)).isZero();

        STORE.sql("update dexaflow.callback set state = 'delivered'");

        assertThat(STORE.retention().prune(DAYS, 10, TERM)).isEqualTo(1);
        assertThat(STORE.count("select count(*) from dexaflow.callback")).isZero();
    }

    @Test
    void aFewGoAtATimeTheOldestFirstAndOnlyForTheLeader() {
        UUID oldest = finished("a", 50);
        UUID old = finished("a", 40);
        finished("a", 0);

        assertThat(STORE.retention().prune(DAYS, 10, TERM - 1)).isZero();
        assertThat(STORE.retention().prune(DAYS, 1, TERM)).isEqualTo(1);

        assertThat(STORE.count("select count(*) from dexaflow.dag_run where id = ?", oldest)).isZero();
        assertThat(STORE.count("select count(*) from dexaflow.dag_run where id = ?", old)).isEqualTo(1);
    }

    @Test
    void runThatSomebodyWorksOnIsPassedOverWithoutAWait() throws SQLException {
        UUID held = finished("a", 50);
        UUID free = finished("a", 40);
        finished("a", 0);
        try (Connection user = STORE.endpoint().connect(); Statement statement = user.createStatement()) {
            user.setAutoCommit(false);
            statement
                    .execute("update dexaflow.dag_run set state = 'queued', ended_at = null where id = '" + held + "'");

            assertThat(STORE.retention().prune(DAYS, 10, TERM)).isEqualTo(1);

            user.commit();
        }
        assertThat(STORE.retention().prune(DAYS, 10, TERM)).isZero();
        assertThat(STORE.count("select count(*) from dexaflow.dag_run where id = ?", held)).isEqualTo(1);
        assertThat(STORE.count("select count(*) from dexaflow.dag_run where id = ?", free)).isZero();
    }

    @Test
    void logsOfRunsThatAreGoneOrOldNeedNotBeKept() {
        UUID old = finished("a", 31);
        UUID young = finished("a", 29);
        UUID running = STORE.run("a", 1);
        UUID gone = UUID.randomUUID();
        Set<UUID> all = Set.of(old, young, running, gone);

        assertThat(STORE.retention().logsExpired(all, DAYS)).containsExactlyInAnyOrder(old, gone);
        assertThat(STORE.retention().logsExpired(all, null)).containsExactly(gone);
        assertThat(STORE.retention().logsExpired(Set.of(), DAYS)).isEmpty();
    }

    private static UUID finished(String dag, int daysAgo) {
        UUID run = STORE.run(dag, 2, Limits.DEFAULT);
        STORE.sql("update dexaflow.task_instance set state = 'success' where run_id = ?", run);
        STORE.sql("update dexaflow.dag_run set state = 'success', queued_at = dexaflow.now() - ? * interval '1 day', "
                + "ended_at = dexaflow.now() - ? * interval '1 day' where id = ?", daysAgo, daysAgo, run);
        return run;
    }

    /** A try, an XCom and a decision for each of its two tasks, and two decisions about itself. */
    private static void belongings(UUID run) {
        STORE.sql("insert into dexaflow.task_instance_history (task_instance_id, try_number, attempt_epoch, state, "
                + "max_tries, infra_attempts, pool, pool_slots, operator, archived_at) select id, 1, 1, 'failed', 2, 0, "
                + "'p', 1, 'x', now() from dexaflow.task_instance where run_id = ?", run);
        STORE.sql("insert into dexaflow.xcom select run_id, task_id, 'k', '1', now() from dexaflow.task_instance "
                + "where run_id = ?", run);
        STORE.sql("delete from dexaflow.decision where run_id = ?", run);
        STORE.sql("insert into dexaflow.decision (task_instance_id, run_id, dag_id, at, actor, label, last_at) "
                + "select id, run_id, dag_id, now(), 'x', 'x', now() from dexaflow.task_instance where run_id = ?",
                run);
        STORE.sql("insert into dexaflow.decision (run_id, dag_id, at, actor, label, last_at) "
                + "select id, dag_id, now(), 'x', 'x', now() from dexaflow.dag_run, generate_series(1, 2) where id = ?",
                run);
    }
}
