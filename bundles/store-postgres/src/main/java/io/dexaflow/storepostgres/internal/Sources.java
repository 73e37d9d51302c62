// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal;

import io.dexaflow.store.DatabaseEndpoint;
import java.sql.SQLException;
import java.util.Properties;
import javax.sql.DataSource;
import org.osgi.service.jdbc.DataSourceFactory;

/**
 * Where connections come from, by use.
 *
 * @param pooled for the pool; a statement that takes longer than its own limit is cut by the server, a dead network by
 *     the socket's, a little later
 * @param lock for the leader lock: ten seconds of silence end it (design 4)
 * @param migration for migrations, which may take their time
 */
public record Sources(DataSource pooled, DataSource lock, DataSource migration) {

    private static final int LOCK_SILENCE_SECONDS = 10;
    private static final int SLACK_SECONDS = 10;

    /**
     * The sources for a database.
     *
     * @param factory the driver's
     * @param endpoint where the database is
     * @param statementTimeoutSeconds the longest a pooled statement may take
     */
    public static Sources of(DataSourceFactory factory, DatabaseEndpoint endpoint, int statementTimeoutSeconds)
            throws SQLException {
        return new Sources(source(factory, endpoint, "dexaflow", statementTimeoutSeconds + SLACK_SECONDS),
                source(factory, endpoint, "dexaflow leader lock", LOCK_SILENCE_SECONDS),
                source(factory, endpoint, "dexaflow migration", 0));
    }

    private static DataSource source(DataSourceFactory factory, DatabaseEndpoint endpoint, String name,
            int silenceSeconds) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty(DataSourceFactory.JDBC_URL, endpoint.jdbcUrl());
        properties.setProperty(DataSourceFactory.JDBC_USER, endpoint.user());
        properties.setProperty(DataSourceFactory.JDBC_PASSWORD, endpoint.password());
        properties.setProperty("ApplicationName", name);
        properties.setProperty("connectTimeout", "3");
        properties.setProperty("loginTimeout", "5");
        properties.setProperty("tcpKeepAlive", "true");
        properties.setProperty("socketTimeout", Integer.toString(silenceSeconds));
        return factory.createDataSource(properties);
    }
}
