// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dexaflow.storepostgres.internal.backup.PostgresBackup;
import io.dexaflow.storepostgres.internal.backup.Restore;
import io.dexaflow.storepostgres.internal.backup.RestoreRefusedException;
import io.dexaflow.storepostgres.internal.schema.SchemaMigrator;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A backup holds everything, and a restore brings back everything or nothing. */
class BackupIT {

    private static final String NASTY = "tab\there\nline \\N \\. back\\slash, \"quoted\" \r ü 漢";

    private static TestServer server;

    @RegisterExtension static final BeforeAllCallback SERVER = context -> server = TestServer.of(context);
    @RegisterExtension static final TestStore STORE = new TestStore();

    @TempDir Path folder;
    private TestServer.Endpoint target;
    private Path backup;

    @BeforeEach
    void fill() throws SQLException, IOException {
        target = server.database();
        new SchemaMigrator(target.sources(30).migration()).migrate();
        UUID run = STORE.run("a", 2);
        STORE.running(run, 0);
        STORE.set(run, 1, "state = 'failed', error_message = '" + NASTY.replace("'", "''")
                + "', note = '', links = '{\"a\\tb\": [null, 1.5]}', duration = 0.1");
        STORE.sql("insert into dexaflow.task_instance_history (task_instance_id, try_number, attempt_epoch, state, "
                + "max_tries, infra_attempts, pool, pool_slots, operator, archived_at) select id, 1, 1, 'failed', 2, 0, "
                + "'p', 1, 'x', now() from dexaflow.task_instance where run_id = ?", run);
        STORE.sql("insert into dexaflow.xcom values (?, 't0', ?, ?, now())", run, NASTY, NASTY);
        STORE.sql("insert into dexaflow.variable values ('k', ?, null)", NASTY);
        STORE.sql("insert into dexaflow.pool values ('few', 2, '')");
        STORE.sql("insert into dexaflow.import_error (file, text, noted_at) values ('f', ?, now())", NASTY);
        STORE.sql(
                "insert into dexaflow.event_log (at, event, owner, extra) values ('infinity', 'e', 'o', '{\"x\":1}')");
        STORE.sql("insert into dexaflow.callback (run_id, dag_id, version_id, failed_at, state) select id, dag_id, "
                + "version_id, now(), 'owed' from dexaflow.dag_run");
        STORE.sql(
                "insert into dexaflow.warm_worker (version_id, pod_name, registered_at, last_seen_at) select id, 'p', "
                        + "now(), now() from dexaflow.dag_version");
        backup = folder.resolve("backup");
        try (OutputStream out = Files.newOutputStream(backup)) {
            new PostgresBackup(STORE.endpoint().sources(30).migration()).write(out);
        }
    }

    @AfterEach
    void drop() throws SQLException {
        server.drop(target);
    }

    @Test
    void everyRowOfEveryTableComesBackAndWorkGoesOn() throws SQLException {
        Map<String, List<String>> before = contents(STORE.endpoint());
        assertThat(before.keySet()).contains("dag", "task_instance", "xcom", "variable", "decision", "callback");
        Map<String, List<String>> constraints = constraints(STORE.endpoint());

        String restored = restore(backup);

        assertThat(contents(target)).isEqualTo(before);
        assertThat(constraints(target)).isEqualTo(constraints);
        assertThat(restored).contains("dag 1", "task_instance 2", "variable 1").doesNotContain("\n");
        sql("insert into dexaflow.event_log (at, event, owner) values (now(), 'e', 'o')");
        sql("insert into dexaflow.import_error (file, text, noted_at) values ('g', '', now())");
        assertThatThrownBy(() -> sql("delete from dexaflow.dag")).hasMessageContaining("foreign key");
    }

    @Test
    void databaseThatHoldsSomethingIsRefusedAndLeftAsItIs() throws SQLException {
        sql("insert into dexaflow.variable values ('mine', 'x', null)");
        Map<String, List<String>> before = contents(target);

        assertThatThrownBy(() -> restore(backup)).isInstanceOf(RestoreRefusedException.class)
                .hasMessageContaining("variable")
                .hasMessageContaining("empty");

        assertThat(contents(target)).isEqualTo(before);
    }

    @Test
    void whatIsNoWholeBackupIsRefused() throws IOException, SQLException {
        Map<String, List<String>> before = contents(target);
        byte[] bytes = Files.readAllBytes(backup);
        Path cut = Files.write(folder.resolve("cut"), Arrays.copyOf(bytes, bytes.length * 9 / 10));
        Path text = Files.writeString(folder.resolve("text"), "no backup");
        assertRefused(cut, "no whole backup");
        assertRefused(text, "no whole backup");
        assertRefused(folder.resolve("nothing"), "nothing");
        assertRefused(changed("end.json", null, null), "end.json");
        assertRefused(changed("tables/task_instance.copy", "running", "runing"), "cannot be restored");
        assertRefused(changed("end.json", "\"variable\":1", "\"variable\":2"), "1 rows instead of 2");

        assertThat(contents(target)).isEqualTo(before);
    }

    @Test
    void backupOfAnotherSchemaIsRefused() throws IOException {
        assertRefused(changed("manifest.json", "\"schema\":1", "\"schema\":91"), "newer program");
        assertRefused(changed("manifest.json", "\"schema\":10", "\"schema\":1"), "older program");
        assertRefused(changed("manifest.json", "\"slots\"", "\"places\""), "not those of this program");
    }

    private void assertRefused(Path file, String words) {
        assertThatThrownBy(() -> restore(file)).as(words)
                .isInstanceOf(RestoreRefusedException.class)
                .hasMessageContaining(words);
    }

    private String restore(Path file) throws SQLException {
        return new Restore(target.sources(30).migration()).from(file);
    }

    /** The backup with one entry changed, or left out. */
    private Path changed(String name, String from, String to) throws IOException {
        Path file = Files.createTempFile(folder, "changed", "");
        try (ZipFile zip = new ZipFile(backup.toFile());
                ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(file))) {
            for (ZipEntry entry : zip.stream().toList()) {
                byte[] bytes = zip.getInputStream(entry).readAllBytes();
                if (entry.getName().equals(name)) {
                    if (from == null) {
                        continue;
                    }
                    String text = new String(bytes, StandardCharsets.UTF_8);
                    assertThat(text).contains(from);
                    bytes = text.replaceFirst(from, to).getBytes(StandardCharsets.UTF_8);
                }
                out.putNextEntry(new ZipEntry(entry.getName()));
                out.write(bytes);
            }
        }
        return file;
    }

    /** Every row that belongs to the state, as text. */
    private static Map<String, List<String>> contents(TestServer.Endpoint database) throws SQLException {
        Map<String, List<String>> contents = new TreeMap<>();
        for (String table : list(database, "select tablename from pg_tables where schemaname = 'dexaflow' "
                + "and tablename not in ('leadership', 'clock', 'changelog')")) {
            contents.put(table, list(database, "select t::text from dexaflow." + table + " t order by 1"));
        }
        return contents;
    }

    private static Map<String, List<String>> constraints(TestServer.Endpoint database) throws SQLException {
        return Map.of("constraints", list(database, "select conrelid::regclass || ' ' || conname || ' ' || "
                + "pg_get_constraintdef(oid) from pg_constraint where connamespace = 'dexaflow'::regnamespace "
                + "order by 1"), "triggers",
                list(database,
                        "select tgname::text || tgenabled::text from pg_trigger where not tgisinternal order by 1"));
    }

    private static List<String> list(TestServer.Endpoint database, String query) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            List<String> list = new ArrayList<>();
            while (rows.next()) {
                list.add(rows.getString(1));
            }
            return list;
        }
    }

    private void sql(String sql) throws SQLException {
        try (Connection connection = target.connect(); Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
