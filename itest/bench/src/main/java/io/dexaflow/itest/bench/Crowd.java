// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.itest.bench;

import io.dexaflow.itest.support.LiteHost;
import io.dexaflow.itest.support.RunKey;
import io.dexaflow.itest.support.Waits;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * A hundred thousand running task instances as rows: all but a few beat, the few have fallen silent and nothing is left of
 * them. What a reap pass over them costs, against its bare candidate query and as many durable updates of one row.
 */
final class Crowd {

    private static final int RUNS = 100;
    private static final int TASKS = 1_000;
    private static final int SILENT = 100;

    private final LiteHost host;

    Crowd(LiteHost host) {
        this.host = host;
    }

    /** Makes the rows, copied from a real run that waits for its first task. */
    void gather() {
        StringBuilder yaml =
                new StringBuilder("dag_id: crowd\ntasks:\n  - {task_id: t, command: [sleep, \"3600\"]}\n");
        for (int i = 1; i < TASKS; i++) {
            yaml.append("  - {task_id: w").append(i).append(", command: [sleep, \"3600\"], depends_on: [t]}\n");
        }
        RunKey run = host.run("crowd", yaml.toString());
        host.api().awaitTask(run, "t", "running");
        // Past the settling grace of this leadership, within the life of a token; what really runs beats anew before the
        // first pass.
        host.rows().change("update dexaflow.clock set shift = interval '4 minutes'");
        Waits.until("all that runs has beaten", Duration.ofMinutes(1), () -> host.rows()
                .list("""
                        select 1 from dexaflow.task_instance where state = 'running'
                            and last_heartbeat_at < dexaflow.now() - interval '1 minute'""")
                .isEmpty());
        host.rows()
                .change("""
                        insert into dexaflow.dag_run (dag_id, run_id, version_id, state, run_type, conf, queued_at, started_at)
                        select dag_id, 'crowd' || n, version_id, 'running', run_type, conf, dexaflow.now(), dexaflow.now()
                        from dexaflow.dag_run, generate_series(1, ?) n where dag_id = ? and run_id = ?""",
                        RUNS, run.dagId(),
                        run.runId());
        host.rows()
                .change("""
                        insert into dexaflow.task_instance (run_id, ordinal, max_tries, attempt_epoch, state, dag_id, task_id, pool,
                            operator, executor, scheduled_at, queued_at, started_at, last_heartbeat_at)
                        select copy.id, t.ordinal, t.max_tries, 1, 'running', t.dag_id, t.task_id, t.pool, t.operator,
                            'subprocess', dexaflow.now(), dexaflow.now(), dexaflow.now(), dexaflow.now() + interval '1 day'
                        from dexaflow.dag_run r join dexaflow.task_instance t on t.run_id = r.id
                        cross join dexaflow.dag_run copy
                        where r.dag_id = ? and r.run_id = ? and copy.dag_id = r.dag_id and copy.run_id like 'crowd%'""",
                        run.dagId(), run.runId());
        host.rows().change("vacuum analyze dexaflow.task_instance");
    }

    /** One pass of agent-lost over all of them, in milliseconds: its own word. */
    double pass() {
        host.rows()
                .change("""
                        update dexaflow.task_instance set last_heartbeat_at = dexaflow.now() - interval '200 seconds'
                        where id in (select id from dexaflow.task_instance
                            where state = 'running' and last_heartbeat_at > dexaflow.now() + interval '1 hour' limit ?)""",
                        SILENT);
        host.dexaflow("shell", "cycle").run();
        Map<String, Object> left = host.rows().one("""
                select count(*) as left from dexaflow.task_instance
                where state = 'running' and last_heartbeat_at <= dexaflow.now() - interval '190 seconds'""");
        if (((Number) left.get("left")).intValue() != 0) {
            throw new IllegalStateException("a pass left silent task instances: " + left);
        }
        OptionalDouble millis = passMillis();
        // The host's own cycle came first: its reapers' last pass found nothing then.
        return millis.isPresent() ? millis.getAsDouble() : pass();
    }

    private OptionalDouble passMillis() {
        for (var reaper : host.api().get("/dexaflow/v1/reapers").path("reapers")) {
            if (reaper.path("name").asText().equals("agent-lost") && reaper.path("marked").asInt() == SILENT) {
                return OptionalDouble.of(reaper.path("took_seconds").asDouble() * 1000);
            }
        }
        return OptionalDouble.empty();
    }

    /** The bare candidate query and as many durable updates of one row each, in milliseconds. */
    double bare() {
        host.rows().change("create table if not exists bench_mark (id int primary key, n int)");
        host.rows()
                .change("insert into bench_mark select n, 0 from generate_series(1, ?) n on conflict do nothing",
                        SILENT);
        Waits.throughout("a moment's rest", Duration.ofMillis(500), () -> true);
        long begin = System.nanoTime();
        host.rows().list("""
                select id, run_id, task_id, try_number, attempt_epoch, last_heartbeat_at from dexaflow.task_instance
                where state = 'running' and last_heartbeat_at <= dexaflow.now() - interval '90 seconds'
                order by last_heartbeat_at, id limit ?""", SILENT);
        for (int i = 1; i <= SILENT; i++) {
            host.rows().change("update bench_mark set n = n + 1 where id = ?", i);
        }
        return (System.nanoTime() - begin) / 1e6;
    }
}
