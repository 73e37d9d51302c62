// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.itest.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.itest.support.LiteHost;
import io.dexaflow.itest.support.Rows;
import io.dexaflow.itest.support.RunKey;
import io.dexaflow.itest.support.Waits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * What a tick asks of the database, as the database's own log has it: the same statements for ten thousand runs that wait as
 * for ten.
 */
class IdleRunsIT {

    private static final int FEW = 10;
    private static final int MANY = 10_000;
    private static final int TICKS = 10;
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    /** What every entry of the server's log begins with: time and process. */
    private static final Pattern ENTRY = Pattern.compile("(?m)^\\d{4}-\\d\\d-\\d\\d .*?\\[\\d+] ");
    private static final String LOADS_ALL = "left join dexaflow.dag_run r on r.state in ('queued', 'running')";

    @RegisterExtension static final LiteHost host = LiteHost.fresh("idle");

    @Test
    @Tag("long")
    @DisplayName("issue 3: ten thousand idle runs cost a tick the same number of statements as ten")
    void aTickCostsTheSameHoweverManyRunsWait() {
        RunKey first = host.run("idle", "dag_id: idle\ntasks:\n  - {task_id: t, command: [\"false\"], retries: 1, "
                + "retry_delay_seconds: 86400}\n");
        host.api().awaitTask(first, "t", "up_for_retry");
        idle(FEW);
        List<Integer> few = statementsPerTick();
        idle(MANY);
        List<Integer> many = statementsPerTick();
        assertThat(host.rows().number("select count(*) from dexaflow.task_instance where state = 'up_for_retry'"))
                .isEqualTo(MANY);
        assertThat(own(many)).as(few + " with " + FEW + ", " + many + " with " + MANY).isEqualTo(own(few));
    }

    /** Makes the runs that wait as many as this, copied from the first. */
    private static void idle(int runs) {
        Rows rows = host.rows();
        rows.change(
                """
                        with made as (
                          insert into dexaflow.dag_run (dag_id, run_id, version_id, state, run_type, conf, queued_at, started_at)
                          select r.dag_id, 'copy' || n, r.version_id, 'running', r.run_type, r.conf, r.queued_at, r.started_at
                          from dexaflow.dag_run r, generate_series((select count(*) from dexaflow.dag_run), ? - 1) n
                          where r.run_id not like 'copy%'
                          returning id
                        )
                        insert into dexaflow.task_instance (run_id, ordinal, max_tries, try_number, attempt_epoch, state, dag_id,
                            task_id, pool, operator, executor, started_at, ended_at)
                        select m.id, t.ordinal, t.max_tries, t.try_number, t.attempt_epoch, t.state, t.dag_id, t.task_id, t.pool,
                            t.operator, t.executor, t.started_at, t.ended_at
                        from made m, dexaflow.task_instance t
                        join dexaflow.dag_run r on r.id = t.run_id and r.run_id not like 'copy%'""",
                runs);
        rows.change("analyze");
    }

    /** How many statements there are from one full tick to the next, those of other loops among them. */
    private static List<Integer> statementsPerTick() {
        int before = statements().size();
        log("set log_statement = 'all'");
        Waits.until("so many ticks", PATIENCE, () -> ticks(before).size() > TICKS, host::diagnosis);
        log("reset log_statement");
        List<Integer> ticks = ticks(before);
        return IntStream.range(1, ticks.size()).mapToObj(i -> ticks.get(i) - ticks.get(i - 1)).toList();
    }

    private static void log(String setting) {
        host.rows().change("alter system " + setting);
        host.rows().list("select pg_reload_conf()");
    }

    /** Where in the log the full ticks begin. */
    private static List<Integer> ticks(int from) {
        List<String> statements = statements();
        return IntStream.range(from, statements.size())
                .filter(i -> statements.get(i).contains(LOADS_ALL))
                .boxed()
                .toList();
    }

    private static List<String> statements() {
        try {
            String log = Files.readString(host.place().home().resolve("postgres/pg.log"), StandardCharsets.ISO_8859_1);
            return ENTRY.splitAsStream(log).filter(entry -> entry.startsWith("LOG:  execute")).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A tick's own statements: those of other loops come between some ticks and not between others. */
    private static int own(List<Integer> counts) {
        return counts.stream().mapToInt(Integer::intValue).min().orElseThrow();
    }
}
