// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.itest.bench;

import io.dexaflow.itest.support.LiteHost;
import io.dexaflow.itest.support.RunKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * 200 DAGs with 500 runs of ten tasks each, as rows: what the first page of a list costs through the API, against the same
 * rows and their count asked of the database itself, and how many statements a page takes.
 */
final class Shelf {

    private static final int DAGS = 200;
    private static final int RUNS = 500;
    private static final int TASKS = 10;
    private static final int TIMES = 20;
    private static final int WARM = 200;

    private final LiteHost host;

    /** A list: its path, and the bare statements for its first page and its count. */
    private record Shown(String path, String page, String count) {}

    Shelf(LiteHost host) {
        this.host = host;
    }

    /** Makes the rows: a first DAG that really ran, copied. */
    void fill() {
        StringBuilder yaml = new StringBuilder("dag_id: shelf\ntags: [shelf]\ntasks:\n");
        for (int i = 0; i < TASKS; i++) {
            yaml.append("  - {task_id: t").append(i).append(", command: [\"true\"]}\n");
        }
        RunKey run = host.run("shelf", yaml.toString());
        host.api().awaitEnd(run);
        copy("dag", "dag_id, current_version", "'shelf' || n, null", "dag_id = 'shelf'", DAGS - 1);
        copy("dag_version", "id, dag_id", "dexaflow.new_id(), 'shelf' || n", "dag_id = 'shelf'", DAGS - 1);
        host.rows().change("""
                update dexaflow.dag d set current_version = v.id from dexaflow.dag_version v
                where v.dag_id = d.dag_id and d.current_version is null""");
        host.rows()
                .change("""
                        insert into dexaflow.dag_run (dag_id, run_id, version_id, state, run_type, conf, queued_at, started_at, ended_at)
                        select d.dag_id, 'r' || n, d.current_version, 'success', 'manual', '{}',
                            dexaflow.now() - n * interval '1 hour', dexaflow.now() - n * interval '1 hour',
                            dexaflow.now() - n * interval '1 hour' + interval '1 minute'
                        from dexaflow.dag d, generate_series(1, ?) n where d.dag_id like 'shelf%'""",
                        RUNS);
        host.rows()
                .change("""
                        insert into dexaflow.task_instance (run_id, ordinal, max_tries, attempt_epoch, state, dag_id, task_id, pool,
                            operator, executor, scheduled_at, queued_at, started_at, ended_at)
                        select r.id, t.ordinal, t.max_tries, 1, 'success', r.dag_id, t.task_id, t.pool, t.operator, t.executor,
                            r.queued_at, r.queued_at, r.started_at, r.ended_at
                        from dexaflow.dag_run r cross join dexaflow.task_instance t
                        where r.dag_id like 'shelf%' and r.run_id like 'r%' and t.run_id = (select id from dexaflow.dag_run
                            where dag_id = ? and run_id = ?)""",
                        run.dagId(), run.runId());
        host.rows().change("vacuum analyze");
    }

    /** Rows of that table again, {@code times} over, with other values in those columns. */
    private void copy(String table, String columns, String values, String where, int times) {
        String others = host.rows()
                .one("""
                        select string_agg(column_name, ', ') as names from information_schema.columns
                        where table_schema = 'dexaflow' and table_name = ? and is_generated = 'NEVER'
                          and column_name <> all (string_to_array(?, ', '))""", table, columns)
                .get("names")
                .toString();
        host.rows()
                .change("insert into dexaflow." + table + " (" + columns + ", " + others + ") select " + values + ", "
                        + others + " from dexaflow." + table + ", generate_series(1, ?) n where " + where, times);
    }

    /** Prints a line for each list. */
    void measure() {
        for (Shown list : lists()) {
            for (int i = 0; i < WARM; i++) {
                host.api().ask(list.path()).ok();
            }
            Figures asked = new Figures();
            Figures bare = new Figures();
            for (int i = 0; i < TIMES; i++) {
                bare.add(millis(() -> {
                    host.rows().list(list.page());
                    host.rows().list(list.count());
                }));
                asked.add(millis(() -> host.api().ask(list.path()).ok()));
            }
            System.out.printf(
                    "%s: median %.2f ms; bare SQL %.2f ms; ratio %.1f; statements a page of 10 and 100: %d, %d%n",
                    list.path(), asked.median(), bare.median(), asked.median() / bare.median(),
                    statements(list.path(), 10), statements(list.path(), 100));
        }
    }

    private static double millis(Runnable work) {
        long begin = System.nanoTime();
        work.run();
        return (System.nanoTime() - begin) / 1e6;
    }

    /** Counted in the server's own log, on the connections that this request's statements came through. */
    private long statements(String path, int limit) {
        String marked = path + (path.contains("?") ? "&" : "?") + "limit=" + limit;
        long least = Long.MAX_VALUE;
        // The host's own loops speak too: the least of several looks is the request's own.
        for (int i = 0; i < 5; i++) {
            logging("all");
            long before = executed();
            host.api().ask(marked).ok();
            logging("none");
            least = Math.min(least, executed() - before);
        }
        return least;
    }

    private void logging(String what) {
        host.rows().change("alter system set log_statement = '" + what + "'");
        host.rows().one("select pg_reload_conf()");
        host.rows().one("select pg_sleep(0.1)");
    }

    private long executed() {
        try (var lines = Files.lines(serverLog())) {
            return lines.filter(l -> l.contains("LOG:  execute ")).count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path serverLog() {
        return host.place().home().resolve("postgres/pg.log");
    }

    private static List<Shown> lists() {
        String runs = "/api/v2/dags/~/dagRuns";
        List<Shown> all = new ArrayList<>();
        all.add(of("/api/v2/dags", "dag", "order by dag_id"));
        all.add(of(runs, "dag_run", "order by queued_at, id"));
        all.add(of("/api/v2/dags/shelf7/dagRuns", "dag_run", "where dag_id = 'shelf7' order by queued_at, id"));
        all.add(of(runs + "?state=success&order_by=-start_date", "dag_run",
                "where state = 'success' order by started_at desc"));
        all.add(of(runs + "/~/taskInstances", "task_instance", "order by id"));
        all.add(of("/api/v2/dags/shelf7/dagRuns/r7/taskInstances", "task_instance",
                "where run_id = (select id from dexaflow.dag_run where dag_id = 'shelf7' and run_id = 'r7') order by id"));
        all.add(of("/api/v2/dags/shelf7/dagVersions", "dag_version", "where dag_id = 'shelf7' order by number"));
        all.add(of("/api/v2/pools", "pool", "order by name"));
        all.add(of("/api/v2/importErrors", "import_error", "order by id"));
        return all;
    }

    private static Shown of(String path, String table, String rest) {
        String where = rest.replaceAll("order by .*", "");
        return new Shown(path, "select * from dexaflow." + table + " " + rest + " limit 50",
                "select count(*) from dexaflow." + table + " " + where);
    }
}
