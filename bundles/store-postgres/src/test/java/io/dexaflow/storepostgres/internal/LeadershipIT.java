// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.dexaflow.model.TaskState;
import io.dexaflow.store.LeaderLock;
import io.dexaflow.store.LeadershipTerm;
import io.dexaflow.store.Readings.LeaderRow;
import io.dexaflow.store.StoreException;
import io.dexaflow.store.TaskLedger.Move;
import io.dexaflow.storepostgres.internal.leader.PostgresLeaderLock;
import io.dexaflow.storepostgres.internal.sql.Sessions;
import java.io.IOException;
import java.net.ServerSocket;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The leader lock: R66, R67, R70, design 4. */
class LeadershipIT {

    @RegisterExtension static final TestStore STORE = new TestStore();

    private LeaderLock mine;
    private LeaderLock theirs;

    @BeforeEach
    void open() throws SQLException {
        mine = lock("me");
        theirs = lock("they");
    }

    @AfterEach
    void close() {
        mine.close();
        theirs.close();
    }

    @Test
    @DisplayName("R66, R70: one leads; the next one's term is higher and begins later")
    void oneLeadsAtATime() {
        LeadershipTerm first = mine.tryAcquire().orElseThrow();

        assertThat(theirs.tryAcquire()).isEmpty();
        assertThat(theirs.stillHeld()).isFalse();
        assertThat(mine.stillHeld()).isTrue();
        assertThat(first.since()).isBetween(STORE.now().minusSeconds(10), STORE.now());
        assertThat(STORE.rows("select holder from dexaflow.leadership").getFirst()).containsEntry("holder", "me");

        mine.close();
        assertThat(mine.stillHeld()).isFalse();
        LeadershipTerm second = theirs.tryAcquire().orElseThrow();
        assertThat(second.term()).isEqualTo(first.term() + 1);
        assertThat(second.since()).isAfter(first.since());
    }

    @Test
    void whoLeadsCanBeReadByAllUntilNobodyDoes() {
        assertThat(STORE.readings().leader()).isEmpty();
        LeadershipTerm term = mine.tryAcquire().orElseThrow();

        assertThat(STORE.readings().leader()).contains(new LeaderRow("me", term.term(), term.since()));

        mine.close();
        assertThat(STORE.readings().leader()).isEmpty();
    }

    @Test
    void lockThatWasGivenBackCanBeTakenAgain() {
        long first = mine.tryAcquire().orElseThrow().term();
        long again = mine.tryAcquire().orElseThrow().term();
        mine.close();
        mine.close();

        assertThat(again).isEqualTo(first + 1);
        assertThat(theirs.tryAcquire()).isPresent();
        theirs.close();
        assertThat(mine.tryAcquire()).isPresent();
    }

    @Test
    @DisplayName("T106: the server ends the session: not held, at once, and another can lead")
    void t106_endedSessionIsNotHeld() {
        mine.tryAcquire().orElseThrow();
        assertThat(endLockSessions()).isEqualTo(1);

        await().atMost(Duration.ofSeconds(5)).until(() -> !mine.stillHeld());
        Optional<LeadershipTerm> next = await().atMost(Duration.ofSeconds(5))
                .until(theirs::tryAcquire,
                        Optional::isPresent);
        assertThat(next).isPresent();
        assertThat(mine.tryAcquire()).isEmpty();
    }

    @Test
    @DisplayName("R67: a question that is cut off does not give the lock away")
    void aQuestionThatIsCutOffLeavesTheLock() throws Exception {
        mine.tryAcquire().orElseThrow();
        // The question waits for the table it also reads, and is cancelled as a statement timeout would.
        try (Connection other = STORE.endpoint().connect(); var statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("lock table dexaflow.leadership in access exclusive mode");
            CompletableFuture<Object> asked = CompletableFuture.supplyAsync(mine::tryAcquire);
            await().until(() -> STORE.count("select count(*) from pg_stat_activity where wait_event_type = 'Lock' and "
                    + "application_name = 'dexaflow leader lock'") == 1);
            STORE.count("select count(pg_cancel_backend(pid)) from pg_stat_activity where application_name = "
                    + "'dexaflow leader lock' and wait_event_type = 'Lock'");
            assertThatExceptionOfType(CompletionException.class).isThrownBy(asked::join)
                    .withCauseInstanceOf(StoreException.class);
            other.rollback();
        }

        assertThat(mine.stillHeld()).isTrue();
        assertThat(theirs.tryAcquire()).isEmpty();
    }

    @Test
    @DisplayName("R69: what a leader of before writes moves nothing")
    void formerLeaderWritesNothing() {
        UUID run = STORE.run("a", 1);
        long former = mine.tryAcquire().orElseThrow().term();
        endLockSessions();
        long term = await().until(theirs::tryAcquire, Optional::isPresent).orElseThrow().term();
        List<Move> moves = List.of(new Move.Decide(run, 0, TaskState.SCHEDULED));

        assertThat(STORE.tasks().apply(moves, former)).isEmpty();
        assertThat(STORE.tasks().apply(moves, term)).hasSize(1);
    }

    @Test
    void sessionIsWatchedByTheServerToo() {
        mine.tryAcquire().orElseThrow();

        assertThat(STORE.rows("select application_name from pg_stat_activity where pid in (select pid from pg_locks "
                + "where locktype = 'advisory') and datname = current_database()"))
                .singleElement()
                .satisfies(row -> assertThat(row).containsValue("dexaflow leader lock"));
    }

    @Test
    void aLockThatCannotBeAskedForIsAStoreException() throws IOException, SQLException {
        int port;
        try (ServerSocket unused = new ServerSocket(0)) {
            port = unused.getLocalPort();
        }
        TestServer.Endpoint nowhere = new TestServer.Endpoint("jdbc:postgresql://127.0.0.1:" + port + "/x", "x", "x");
        try (LeaderLock lock = new PostgresLeaderLock(nowhere.sources(5).lock(), Sessions.over(nowhere.sources(5)
                .pooled()), "me")) {
            assertThatExceptionOfType(StoreException.class).isThrownBy(lock::tryAcquire)
                    .withMessageContaining("take the leader lock")
                    .withMessageContaining("did not answer");
            assertThat(lock.stillHeld()).isFalse();
        }
    }

    @Test
    @DisplayName("design 4: a proxy that pools by transaction is refused in words")
    void transactionPoolingIsRefused() throws SQLException {
        try (Connection shared = STORE.endpoint().connect()) {
            DataSource proxy = new Watched().sharing(shared);
            try (LeaderLock lock = new PostgresLeaderLock(proxy, Sessions.over(proxy), "me")) {
                assertThatExceptionOfType(StoreException.class).isThrownBy(lock::tryAcquire)
                        .withMessageContaining("pools by transaction");
            }
        }
    }

    private static long endLockSessions() {
        return STORE.count("select count(pg_terminate_backend(pid)) from pg_locks where locktype = 'advisory' and "
                + "database = (select oid from pg_database where datname = current_database())");
    }

    private static LeaderLock lock(String holder) throws SQLException {
        Sources sources = STORE.endpoint().sources(30);
        return new PostgresLeaderLock(sources.lock(), Sessions.over(sources.pooled()), holder);
    }
}
