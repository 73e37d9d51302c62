// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal.leader;

import io.dexaflow.store.LeaderLock;
import io.dexaflow.store.LeadershipTerm;
import io.dexaflow.store.StoreException;
import io.dexaflow.storepostgres.internal.BootRefusedException;
import io.dexaflow.storepostgres.internal.sql.SqlFailures;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.function.Function;
import javax.sql.DataSource;
import org.apache.ibatis.exceptions.PersistenceException;
import org.apache.ibatis.session.SqlSession;
import org.apache.ibatis.session.SqlSessionFactory;

/**
 * The leader's advisory lock on a connection of its own (R66). A question that fails on a connection which is still good is
 * asked again on it. Once the connection itself has broken, nobody can say whether the server still holds the lock for it,
 * so each question throws until the lock is given back; unless the server has said that it ended the session: then it is not
 * held, at once.
 */
public final class PostgresLeaderLock implements LeaderLock {

    /** R66: the ASCII bytes of the product's first name. */
    public static final long KEY = 0x4C656F466C6F77L;

    private static final int CLOSING_MILLIS = 3_000;

    private final DataSource source;
    private final SqlSessionFactory sessions;
    private final String holder;
    private Held session;
    private StoreException lost;

    /**
     * @param source gives a new connection each time, with keep-alive and a socket timeout
     * @param sessions our mappers
     * @param holder who we are, for those who look into the leadership row
     */
    public PostgresLeaderLock(DataSource source, SqlSessionFactory sessions, String holder) {
        this.source = source;
        this.sessions = sessions;
        this.holder = holder;
    }

    @Override
    public synchronized Optional<LeadershipTerm> tryAcquire() {
        lost = null;
        return ask("take the leader lock", mapper -> mapper.held(KEY) || mapper.tryLock(KEY)
                ? Optional.of(mapper.begin(holder))
                : Optional.<LeadershipTerm>empty());
    }

    @Override
    public synchronized boolean stillHeld() {
        if (lost != null) {
            throw lost;
        }
        if (session == null) {
            return false;
        }
        try {
            return ask("prove the leader lock", mapper -> mapper.held(KEY));
        } catch (StoreException failure) {
            if (SqlFailures.endedByServer(failure)) {
                return false;
            }
            lost = session == null ? failure : null;
            throw failure;
        }
    }

    private <T> T ask(String what, Function<LeadershipMapper, T> question) {
        try {
            if (session == null) {
                session = open();
            }
            return question.apply(session.mapper());
        } catch (PersistenceException | SQLException failure) {
            abandonBroken();
            throw SqlFailures.translate(what, failure);
        } catch (BootRefusedException pooled) {
            abandon();
            throw new StoreException("could not " + what + ": " + pooled.getMessage(), pooled);
        }
    }

    private Held open() throws SQLException {
        PoolerProbe.refuseTransactionPooling(source);
        Connection connection = source.getConnection();
        SqlSession opened = sessions.openSession(connection);
        Held held = new Held(connection, opened, opened.getMapper(LeadershipMapper.class));
        session = held;
        held.mapper().watchPeer();
        return held;
    }

    @Override
    public synchronized void close() {
        lost = null;
        if (session == null) {
            return;
        }
        try {
            session.connection().setNetworkTimeout(Runnable::run, CLOSING_MILLIS);
            session.mapper().unlock(KEY);
        } catch (PersistenceException | SQLException gone) {
            // The session ends below, and the lock with it.
        }
        abandon();
    }

    /** A question that was cut off or refused leaves the session, and the lock with it, as it was. */
    private void abandonBroken() {
        try {
            if (session == null || session.connection().isClosed()) {
                abandon();
            }
        } catch (SQLException broken) {
            abandon();
        }
    }

    private void abandon() {
        if (session != null) {
            session.session().close();
            session = null;
        }
    }

    private record Held(Connection connection, SqlSession session, LeadershipMapper mapper) {}
}
