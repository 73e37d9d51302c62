// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.itest.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dexaflow.itest.support.Agents;
import io.dexaflow.itest.support.Explanation;
import io.dexaflow.itest.support.Gate;
import io.dexaflow.itest.support.LiteHost;
import io.dexaflow.itest.support.Processes;
import io.dexaflow.itest.support.Rows;
import io.dexaflow.itest.support.RunKey;
import io.dexaflow.itest.support.Shell;
import io.dexaflow.itest.support.Trace;
import io.dexaflow.itest.support.Waits;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Two hosts on one external database, each with a home of its own; the one that leads dies, or stands still. */
class TwoHostsIT {

    /** Past the settling grace, and so past the agent-lost threshold too. */
    private static final Duration SETTLED = Duration.ofSeconds(200);
    /** As long as the server may keep the lock of a host that stands still (design 4), a poll, and a busy machine. */
    private static final Duration LOCK_LIFE = Duration.ofSeconds(75);

    @RegisterExtension static final LiteHost server = LiteHost.fresh("shared-database");

    private static SharedDatabase database;
    private static List<LiteHost> hosts = List.of();

    @BeforeAll
    static void startBoth() {
        database = SharedDatabase.in(server);
        hosts = List.of(database.host("one"), database.host("two"));
        hosts.forEach(LiteHost::start);
    }

    @BeforeEach
    void startWhatAnotherTestHasKilled() {
        hosts.stream().filter(host -> !host.isAlive()).forEach(LiteHost::start);
    }

    @AfterAll
    static void stopBoth() {
        hosts.forEach(host -> Processes.signal("CONT", host.server().pid()));
        hosts.forEach(LiteHost::close);
        database.close();
    }

    @Test
    @DisplayName("kill -9 of the leader: the other leads, the agent it left goes on, and reports once its host is back")
    void leaderIsKilledAndComesBack() {
        LiteHost leader = leader();
        LiteHost other = other(leader);
        long term = database.term();
        Trace trace = Trace.in(server.place(), "back");
        Trace after = Trace.in(server.place(), "back-after");
        try (Gate gate = Gate.closed(server.place(), "back")) {
            RunKey run = leader.run("back", "dag_id: back\ntasks:\n" + Lab.traced("t", trace, gate)
                    + Lab.traced("after", after, gate, "depends_on: [t]"));
            trace.awaitBegun(1);
            leader.kill();
            awaitLeads(other);
            assertThat(database.term()).isEqualTo(term + 1);
            database.pass(SETTLED);
            cycle(other);
            assertThat(other.api().taskState(run, "t")).isEqualTo("running");
            assertThat(why(other, run, "t").getLast()).endsWith("_process_alive");
            gate.open();
            trace.awaitEnded(1);
            leader.start();
            assertThat(other.api().awaitEnd(run)).as(other.api().describe(run)).isEqualTo("success");
            assertThat(gate(leader).get("leader").asBoolean()).isFalse();
            assertThat(database.term()).isEqualTo(term + 1);
        }
        trace.assertExecutions(1, 1);
        after.assertExecutions(1, 1);
    }

    @Test
    @Tag("long")
    @DisplayName("kill -9 of the leader and its agent: the other stops what is left and places it again, never two at once")
    void leaderAndItsAgentAreKilled() {
        LiteHost leader = leader();
        LiteHost other = other(leader);
        long term = database.term();
        Trace trace = Trace.in(server.place(), "gone");
        try (Gate gate = Gate.closed(server.place(), "gone")) {
            RunKey run = leader.run("gone", "dag_id: gone\ntasks:\n" + Lab.traced("t", trace, gate));
            trace.awaitBegun(1);
            awaitBeat(run);
            Processes.signal("KILL", List.of(leader.server().pid(), Agents.only(leader.place())));
            leader.kill();
            awaitLeads(other);
            assertThat(database.term()).isEqualTo(term + 1);
            database.pass(SETTLED);
            cycle(other);
            assertThat(Processes.inGroup(trace.leader())).isEmpty();
            gate.open();
            database.pass(Lab.REPLACED);
            assertThat(other.api().awaitEnd(run)).as(other.api().describe(run)).isEqualTo("success");
            assertThat(why(other, run, "t")).contains("agent_lost_orphan_stopped", "infra_replace");
            leader.start();
        }
        trace.assertExecutions(2, 1);
    }

    @Test
    @Tag("long")
    @DisplayName("SIGSTOP of the leader past the life of its lock: the other leads; after SIGCONT it steps down, writing nothing")
    void leaderStandsStill() {
        LiteHost leader = leader();
        LiteHost other = other(leader);
        long term = database.term();
        Trace before = Trace.in(server.place(), "before");
        Trace meanwhile = Trace.in(server.place(), "meanwhile");
        try (Gate gate = Gate.closed(server.place(), "still")) {
            RunKey first = leader.run("before", "dag_id: before\ntasks:\n" + Lab.traced("t", before, gate));
            before.awaitBegun(1);
            Processes.signal("STOP", leader.server().pid());
            awaitLeads(other);
            assertThat(database.term()).isEqualTo(term + 1);
            RunKey second = other.run("meanwhile", "dag_id: meanwhile\ntasks:\n" + Lab.traced("t", meanwhile, gate));
            meanwhile.awaitBegun(1);

            Processes.signal("CONT", leader.server().pid());

            Waits.until("it follows", () -> !gate(leader).get("leader").asBoolean(), leader::diagnosis);
            assertThat(gate(leader).get("holder").asText()).endsWith(":" + other.server().pid());
            assertThat(leader.diagnosis()).contains("this host stepped down: term=" + term);
            assertThat(database.term()).isEqualTo(term + 1);
            gate.open();
            for (RunKey run : List.of(first, second)) {
                assertThat(leader.api().awaitEnd(run)).as(other.api().describe(run)).isEqualTo("success");
            }
        }
        before.assertExecutions(1, 1);
        meanwhile.assertExecutions(1, 1);
        try (Rows rows = database.rows()) {
            assertThat(rows.list("select 1 from dexaflow.task_instance where dag_id in ('before', 'meanwhile') "
                    + "and (attempt_epoch, try_number, infra_attempts) is distinct from (1, 1, 0)")).isEmpty();
        }
    }

    private static LiteHost leader() {
        return Waits.forValue("one leads", LOCK_LIFE,
                () -> hosts.stream().filter(host -> gate(host).get("leader").asBoolean()).findFirst().orElse(null));
    }

    private static LiteHost other(LiteHost host) {
        return hosts.stream().filter(one -> one != host).findFirst().orElseThrow();
    }

    private static void awaitLeads(LiteHost host) {
        Waits.until("the other one leads", LOCK_LIFE, () -> gate(host).get("leader").asBoolean(), host::diagnosis);
    }

    private static JsonNode gate(LiteHost host) {
        return host.api().get("/dexaflow/v1/gate");
    }

    private static void cycle(LiteHost host) {
        Waits.until("the gate is settled", () -> gate(host).get("settled").asBoolean(), () -> gate(host).toString());
        new Shell(host.place()).say("cycle");
    }

    private static void awaitBeat(RunKey run) {
        Waits.until("a heartbeat of " + run, () -> {
            try (Rows rows = database.rows()) {
                return rows.number("select count(last_heartbeat_at) from dexaflow.task_instance where dag_id = ?",
                        run.dagId()) == 1;
            }
        });
    }

    private static List<String> why(LiteHost host, RunKey run, String taskId) {
        return Explanation.of(host, run, taskId).labels();
    }
}
