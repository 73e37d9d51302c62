// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal.sql;

import java.util.function.Function;
import org.apache.ibatis.exceptions.PersistenceException;
import org.apache.ibatis.session.SqlSession;
import org.apache.ibatis.session.SqlSessionFactory;

/**
 * Runs mapper calls against the pool. A deadlock or a serialization failure is not the caller's business: nothing of it
 * is written, so the whole call is made again. Everything else becomes a {@link io.dexaflow.store.StoreException}.
 */
public final class Database {

    private static final int TRIES = 4;

    private final SqlSessionFactory sessions;

    public Database(SqlSessionFactory sessions) {
        this.sessions = sessions;
    }

    /**
     * One statement, which is its own transaction.
     *
     * @param mapper the mapper it stands in
     * @param what what is being tried, and with which id, as the exception's message will put it
     * @param statement the call; may be made again
     */
    public <M, T> T one(Class<M> mapper, String what, Function<M, T> statement) {
        return run(true, mapper, what, statement);
    }

    /**
     * Several statements in one transaction, with one commit.
     *
     * @param mapper the mapper they stand in
     * @param what what is being tried, and with which id, as the exception's message will put it
     * @param statements the calls; may be made again, so they must not add to what is outside them
     */
    public <M, T> T together(Class<M> mapper, String what, Function<M, T> statements) {
        return run(false, mapper, what, statements);
    }

    private <M, T> T run(boolean autoCommit, Class<M> mapper, String what, Function<M, T> work) {
        int attempt = 1;
        while (true) {
            try (SqlSession session = sessions.openSession(autoCommit)) {
                T answer = work.apply(session.getMapper(mapper));
                if (!autoCommit) {
                    session.commit();
                }
                return answer;
            } catch (PersistenceException failure) {
                if (attempt == TRIES || !SqlFailures.isWorthAnotherTry(failure)) {
                    throw SqlFailures.translate(what, failure);
                }
                attempt++;
            }
        }
    }
}
