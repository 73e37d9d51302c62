// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.itest.bench;

import io.dexaflow.itest.support.Dags;
import io.dexaflow.itest.support.LiteHost;
import io.dexaflow.itest.support.Processes;
import io.dexaflow.itest.support.RunKey;
import io.dexaflow.itest.support.Waits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/** What is measured on a host, from its rows and from /proc. */
final class Measured {

    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final Duration GLANCE = Duration.ofMillis(250);

    private final LiteHost host;

    Measured(LiteHost host) {
        this.host = host;
    }

    /** Tasks a second of a run of that many independent ones, from the run's start to its end. */
    double wide(int tasks, String name) {
        StringBuilder yaml = new StringBuilder("dag_id: " + name + "\ntasks:\n");
        for (int i = 0; i < tasks; i++) {
            yaml.append("  - {task_id: t").append(i).append(", command: [\"true\"]}\n");
        }
        String run = finished(name, yaml);
        double seconds =
                number("select extract(epoch from ended_at - started_at) from dexaflow.dag_run where id = ?::uuid",
                        run);
        return tasks / seconds;
    }

    /** The median hop of a chain, in milliseconds. */
    double chain(int tasks, String name) {
        StringBuilder yaml = new StringBuilder("dag_id: " + name + "\ntasks:\n");
        for (int i = 0; i < tasks; i++) {
            yaml.append("  - {task_id: t").append(i).append(", command: [\"true\"]");
            yaml.append(i == 0 ? "" : ", depends_on: [t" + (i - 1) + "]").append("}\n");
        }
        String run = finished(name, yaml);
        return number("""
                select 1000 * percentile_cont(0.5) within group (order by extract(epoch from b.started_at - a.ended_at))
                from dexaflow.task_instance a join dexaflow.task_instance b
                  on b.run_id = a.run_id and b.ordinal = a.ordinal + 1
                where a.run_id = ?::uuid""", run);
    }

    /** From the request that triggers a run of one {@code true} to the start of its task, in milliseconds: the median. */
    double start(int runs, String name) {
        Figures each = new Figures();
        Dags.write(host.place().dags(), name, "dag_id: " + name + "\ntasks: [{task_id: t, command: [\"true\"]}]\n");
        Waits.until("the DAG " + name + " is imported", Waits.PATIENCE,
                () -> host.api().ask("/api/v2/dags/" + name).status() == 200);
        ended(host.api().trigger(name, Map.of()));
        for (int i = 0; i < runs; i++) {
            double asked = number("select extract(epoch from clock_timestamp())");
            RunKey run = host.api().trigger(name, Map.of());
            each.add(1000 * (number("""
                    select extract(epoch from t.started_at) from dexaflow.task_instance t
                    where t.run_id = ?::uuid""", ended(run)) - asked));
        }
        return each.median();
    }

    /** Leaves a run whose thousand tasks wait for one that sleeps. */
    void thousandWaiting() {
        StringBuilder yaml =
                new StringBuilder("dag_id: waiting\ntasks:\n  - {task_id: t, command: [sleep, \"600\"]}\n");
        for (int i = 0; i < 1000; i++) {
            yaml.append("  - {task_id: w").append(i).append(", command: [\"true\"], depends_on: [t]}\n");
        }
        RunKey run = host.run("waiting", yaml.toString());
        host.api().awaitTask(run, "t", "running");
    }

    /**
     * Transactions a second over ten seconds, as the database counts them, but for this measurement's own and for its
     * tidying up. Its idle sessions tell what they did up to ten seconds late, so what came before is waited out.
     */
    double transactionsASecond() {
        autovacuum("off");
        Waits.throughout("what sessions tell late", Duration.ofSeconds(12), () -> true);
        double before = transactions();
        long begin = System.nanoTime();
        Waits.throughout("ten quiet seconds", Duration.ofSeconds(10), () -> true);
        double each = (transactions() - before - 1) * 1e9 / (System.nanoTime() - begin);
        autovacuum("on");
        return each;
    }

    private void autovacuum(String mode) {
        host.rows().change("alter system set autovacuum = " + mode);
        host.rows().one("select pg_reload_conf()");
    }

    long hostMegabytes() {
        return residentMegabytes(host.server().pid());
    }

    long agentMegabytes() {
        return Processes.of(host.place().home())
                .stream()
                .filter(p -> p.words().contains("--worker"))
                .mapToLong(p -> residentMegabytes(p.pid()))
                .sum();
    }

    private double transactions() {
        return number("select xact_commit + xact_rollback from pg_stat_database where datname = current_database()");
    }

    /** The run's key; looked for seldom and past the host, which is to do nothing else meanwhile. */
    private String finished(String name, StringBuilder yaml) {
        return ended(host.run(name, yaml.toString()));
    }

    private String ended(RunKey run) {
        long begin = System.nanoTime();
        while (System.nanoTime() - begin < PATIENCE.toNanos()) {
            LockSupport.parkNanos(GLANCE.toNanos());
            Map<String, Object> row = host.rows()
                    .one("select id::text, state from dexaflow.dag_run where dag_id = ? and run_id = ?",
                            run.dagId(), run.runId());
            if ("success".equals(row.get("state"))) {
                return row.get("id").toString();
            }
        }
        throw new IllegalStateException(host.api().describe(run));
    }

    private double number(String sql, Object... values) {
        return ((Number) host.rows().one(sql, values).values().iterator().next()).doubleValue();
    }

    private static long residentMegabytes(long pid) {
        try {
            return Files.readString(Path.of("/proc/" + pid + "/status"))
                    .lines()
                    .filter(l -> l.startsWith("VmRSS:"))
                    .mapToLong(l -> Long.parseLong(l.replaceAll("\\D", "")))
                    .sum() / 1024;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
