// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.reapers.orphanrun;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dexaflow.executor.Signal;
import io.dexaflow.executor.Suspect;
import io.dexaflow.reaper.OrphanRun;
import io.dexaflow.reaper.ReapContext;
import io.dexaflow.store.ReapLedger;
import io.dexaflow.store.StoreException;
import io.dexaflow.timing.Ladder;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class OrphanRunReaperTest {

    private static final Duration THRESHOLD = Duration.ofMinutes(7);
    private static final OrphanRun RUN = new OrphanRun(new UUID(0, 1), "dag", "run", Instant.EPOCH,
            Duration.ofMinutes(8));

    private final List<OrphanRun> reaped = new ArrayList<>();

    @Test
    void handsOverTheRunsThatAreQuietPastTheLaddersThreshold() throws InterruptedException {
        reaper(() -> List.of(RUN)).sweep(new Context());

        assertThat(reaped).containsExactly(RUN);
    }

    @Test
    void aListThatFailsIsTheLoopsToCount() {
        OrphanRunReaper reaper = reaper(() -> {
            throw new StoreException("away", null);
        });

        assertThatThrownBy(() -> reaper.sweep(new Context())).isInstanceOf(StoreException.class);
        assertThat(reaped).isEmpty();
    }

    @Test
    void saysWhoItIs() {
        OrphanRunReaper reaper = reaper(List::of);

        assertThat(reaper.name()).isEqualTo("orphan-run");
        assertThat(reaper.label()).isEqualTo("orphan");
        assertThat(reaper.order()).isEqualTo(10);
    }

    private static OrphanRunReaper reaper(Supplier<List<OrphanRun>> orphans) {
        Ladder ladder = answering(Ladder.class, (method, arguments) -> switch (method) {
            case "orphanThreshold" -> THRESHOLD;
            default -> throw new AssertionError("not a reaper's to ask: " + method);
        });
        ReapLedger ledger = answering(ReapLedger.class, (method, arguments) -> {
            assertThat(method).isEqualTo("orphans");
            assertThat(arguments).containsExactly(THRESHOLD, ReapContext.LIMIT);
            return orphans.get();
        });
        return new OrphanRunReaper(ledger, ladder);
    }

    private static <T> T answering(Class<T> type, Answer answer) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[]{type},
                (proxy, method, arguments) -> answer.to(method.getName(), arguments)));
    }

    private interface Answer {

        Object to(String method, Object[] arguments);
    }

    private final class Context implements ReapContext {

        @Override
        public void reap(Signal signal, List<Suspect> suspects) {
            throw new AssertionError("no attempt is this reaper's");
        }

        @Override
        public void reapRuns(List<OrphanRun> runs) {
            reaped.addAll(runs);
        }
    }
}
