// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.retention;

import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.agent.RunLogs;
import io.dexaflow.scheduler.internal.Fakes;
import io.dexaflow.scheduler.internal.SchedulerConfig;
import io.dexaflow.store.LeadershipTerm;
import io.dexaflow.store.RetentionLedger;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** When retention takes away what. */
class RunRetentionTest {

    private static final LeadershipTerm TERM = new LeadershipTerm(7, Fakes.NOW);
    private static final UUID OLD = UUID.randomUUID();
    private static final UUID GONE = UUID.randomUUID();
    private static final UUID YOUNG = UUID.randomUUID();

    private final Store store = new Store();
    private final Logs logs = new Logs();

    @Test
    void nothingIsEverTakenAwayByDefault() throws InterruptedException {
        RunRetention retention = retention(0, 0);

        retention.run(TERM);

        assertThat(store.batches).isZero();
        assertThat(logs.all).containsExactlyInAnyOrder(OLD, GONE, YOUNG);
        assertThat(retention.plan().rows().runs()).isZero();
        assertThat(retention.plan().logs()).isZero();
    }

    @Test
    void runsGoInSmallBatchesUntilNoneIsLeft() throws InterruptedException {
        store.runs = 2 * RunRetention.BATCH + 3;

        retention(30, 0).run(TERM);

        assertThat(store.batches).isEqualTo(3);
        assertThat(store.age).isEqualTo(Duration.ofDays(30));
        assertThat(logs.all).as("only what is gone, as the logs' days are not set")
                .containsExactlyInAnyOrder(OLD, YOUNG);
    }

    @Test
    void aCycleTakesOnlySoMany() throws InterruptedException {
        store.runs = 1_000_000;

        retention(30, 0).run(TERM);

        assertThat(store.batches).isEqualTo(RunRetention.BATCHES);
    }

    @Test
    void logsGoByThemselvesOnceAnHour() throws InterruptedException {
        RunRetention retention = retention(0, 7);
        retention.run(TERM);
        assertThat(store.batches).isZero();
        assertThat(logs.all).containsExactly(YOUNG);
        logs.all.add(GONE);

        retention.run(TERM);

        assertThat(logs.all).containsExactlyInAnyOrder(YOUNG, GONE);
    }

    @Test
    void dryRunCountsAndTouchesNothing() {
        store.runs = 5;

        var plan = retention(30, 7).plan();

        assertThat(plan.runsDays()).isEqualTo(30);
        assertThat(plan.logsDays()).isEqualTo(7);
        assertThat(plan.rows().runs()).isEqualTo(5);
        assertThat(plan.logs()).isEqualTo(2);
        assertThat(store.runs).isEqualTo(5);
        assertThat(logs.all).hasSize(3);
    }

    private RunRetention retention(int runsDays, int logsDays) {
        SchedulerConfig defaults = Fakes.config(1);
        SchedulerConfig config = (SchedulerConfig) Proxy.newProxyInstance(RunRetentionTest.class.getClassLoader(),
                new Class<?>[]{SchedulerConfig.class}, (proxy, method, args) -> switch (method.getName()) {
                    case "retention_runs__days" -> runsDays;
                    case "retention_logs__days" -> logsDays;
                    default -> method.invoke(defaults, args);
                });
        return new RunRetention(store, logs, config);
    }

    private static final class Store implements RetentionLedger {

        private int runs;
        private int batches;
        private Duration age;

        @Override
        public Expired expired(Duration asked) {
            return new Expired(runs, 0, 0, 0, 0);
        }

        @Override
        public int prune(Duration asked, int limit, long term) {
            batches++;
            age = asked;
            int some = Math.min(limit, runs);
            runs -= some;
            return some;
        }

        @Override
        public Set<UUID> logsExpired(Set<UUID> asked, Duration asOld) {
            Set<UUID> expired = new HashSet<>(asOld == null ? Set.of(GONE) : Set.of(GONE, OLD));
            expired.retainAll(asked);
            return expired;
        }
    }

    private static final class Logs implements RunLogs {

        private final Set<UUID> all = new HashSet<>(Set.of(OLD, GONE, YOUNG));

        @Override
        public int remove(Function<Set<UUID>, Set<UUID>> removable) {
            Set<UUID> gone = removable.apply(Set.copyOf(all));
            all.removeAll(gone);
            return gone.size();
        }
    }
}
