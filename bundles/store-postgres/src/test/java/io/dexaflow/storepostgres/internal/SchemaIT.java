// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.dexaflow.storepostgres.internal.schema.SchemaMigrator;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Migrations: contract 5, design 4. */
class SchemaIT {

    private static TestServer server;

    @RegisterExtension static final BeforeAllCallback SERVER = context -> server = TestServer.of(context);

    private TestServer.Endpoint database;

    @BeforeEach
    void create() throws SQLException {
        database = server.database();
    }

    @AfterEach
    void drop() throws SQLException {
        server.drop(database);
    }

    @Test
    void allTablesOfTheContractAreThere() throws SQLException {
        migrate();

        assertThat(texts("select tablename from pg_tables where schemaname = 'dexaflow'")).contains("dag",
                "dag_version", "dag_run", "task_instance", "task_instance_history", "xcom", "pool", "leadership",
                "decision", "import_error", "warm_worker", "clock", "event_log", "variable");
        assertThat(texts("select name || slots from dexaflow.pool")).containsExactly("default_pool128");
        assertThat(texts("select column_name from information_schema.columns where table_schema = 'dexaflow' and "
                + "table_name = 'task_instance'")).contains("state", "try_number", "max_tries", "attempt_epoch", "pool",
                        "pool_slots", "operator", "scheduled_at", "queued_at", "started_at", "last_heartbeat_at",
                        "ended_at",
                        "duration", "released_at", "dispatch_attempts", "next_dispatch_at", "reschedule_at",
                        "first_reschedule_at", "infra_attempts", "last_failure_kind", "infra_confirmed_at",
                        "warm_worker_id",
                        "exit_code", "error_message", "hostname", "pod_name", "node_name", "note");
    }

    @Test
    void migratingTwiceChangesNothing() throws SQLException {
        migrate();
        List<String> applied = texts("select id || applied_at from dexaflow.changelog");

        migrate();

        assertThat(applied).hasSize(6);
        assertThat(texts("select id || applied_at from dexaflow.changelog")).isEqualTo(applied);
    }

    @Test
    void hostsThatMigrateAtOnceDoItOnce() throws Exception {
        try (ExecutorService hosts = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                all.add(hosts.submit(() -> {
                    migrate();
                    return null;
                }));
            }
            for (Future<?> one : all) {
                one.get();
            }
        }
        assertThat(texts("select id from dexaflow.changelog order by id")).containsExactly("101", "102", "103", "104",
                "105", "106");
    }

    @Test
    void schemaThatIsTooNewIsRefusedWithBothVersions() throws SQLException {
        migrate();
        execute("insert into dexaflow.changelog values (307, 'later', 'x')");

        assertThatExceptionOfType(BootRefusedException.class).isThrownBy(this::migrate)
                .withMessageContaining("0.3 (change 00307)")
                .withMessageContaining("0.1 (change 00106)")
                .withMessageContaining("Start a program of release 0.3");
    }

    @Test
    void schemaOfTheNextMinorReleaseIsWelcomeBecauseChangesExpandFirst() throws SQLException {
        migrate();
        execute("insert into dexaflow.changelog values (201, 'later', 'x')");

        migrate();

        assertThat(texts("select max(id) from dexaflow.changelog")).containsExactly("201");
    }

    @Test
    void scriptThatFailsLeavesNothingBehind() throws SQLException {
        execute("create schema dexaflow; create table dexaflow.xcom (x int)");

        assertThatExceptionOfType(SQLException.class).isThrownBy(this::migrate)
                .withMessageContaining("xcom");

        assertThat(texts("select tablename from pg_tables where schemaname = 'dexaflow'")).containsExactly("xcom");
    }

    @Test
    void idsGrowWithTime() throws SQLException {
        migrate();
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            ids.addAll(texts("select dexaflow.new_id()"));
        }

        assertThat(ids).isSorted()
                .doesNotHaveDuplicates()
                .allMatch(id -> java.util.UUID.fromString(id).version() == 7)
                .allMatch(id -> java.util.UUID.fromString(id).variant() == 2);
    }

    private void migrate() throws SQLException {
        new SchemaMigrator(database.sources(5).migration()).migrate();
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = database.connect(); Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private List<String> texts(String query) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            List<String> texts = new ArrayList<>();
            while (rows.next()) {
                texts.add(rows.getString(1));
            }
            return texts;
        }
    }
}
