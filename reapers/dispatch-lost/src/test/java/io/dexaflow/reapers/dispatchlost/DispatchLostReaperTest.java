// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.reapers.dispatchlost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dexaflow.executor.Signal;
import io.dexaflow.executor.Suspect;
import io.dexaflow.model.AttemptId;
import io.dexaflow.reaper.OrphanRun;
import io.dexaflow.reaper.ReapContext;
import io.dexaflow.store.ReapLedger;
import io.dexaflow.store.ReapLedger.Position;
import io.dexaflow.store.StoreException;
import io.dexaflow.timing.Ladder;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class DispatchLostReaperTest {

    private static final Duration THRESHOLD = Duration.ofSeconds(77);

    private final Map<Signal, List<Suspect>> handedOver = new EnumMap<>(Signal.class);

    @Test
    void handsOverWhatIsQueuedPastTheLaddersThreshold() throws InterruptedException {
        List<Suspect> notStarted = suspects(3);

        reaper(notStarted).sweep(new Context());

        assertThat(handedOver).containsOnly(Map.entry(Signal.NOT_STARTED, notStarted));
    }

    @Test
    @DisplayName("R112: 150 dispatches that are always deferred do not hide the 151st")
    void deferredDispatchesDoNotHideTheOneBehindThem() throws InterruptedException {
        List<Suspect> notStarted = suspects(151);
        DispatchLostReaper reaper = reaper(notStarted);

        reaper.sweep(new Context());
        assertThat(handedOver.get(Signal.NOT_STARTED)).containsExactlyElementsOf(notStarted.subList(0, 100));
        handedOver.clear();
        reaper.sweep(new Context());

        assertThat(handedOver.get(Signal.NOT_STARTED)).contains(notStarted.get(150)).hasSize(100);
    }

    @Test
    void aListThatFailsIsTheLoopsToCount() {
        DispatchLostReaper reaper = new DispatchLostReaper(answering(ReapLedger.class, (method, arguments) -> {
            throw new StoreException("away", null);
        }), ladder());

        assertThatThrownBy(() -> reaper.sweep(new Context())).isInstanceOf(StoreException.class);
        assertThat(handedOver).isEmpty();
    }

    @Test
    void saysWhoItIs() {
        DispatchLostReaper reaper = reaper(List.of());

        assertThat(reaper.name()).isEqualTo("dispatch-lost");
        assertThat(reaper.label()).isEqualTo("dispatch_lost");
        assertThat(reaper.order()).isEqualTo(30);
    }

    private static DispatchLostReaper reaper(List<Suspect> notStarted) {
        return new DispatchLostReaper(answering(ReapLedger.class, (method, arguments) -> switch (method) {
            case "notStarted" -> piece(notStarted, arguments);
            default -> throw new AssertionError("not a reaper's to call: " + method);
        }), ladder());
    }

    private static Ladder ladder() {
        return answering(Ladder.class, (method, arguments) -> switch (method) {
            case "dispatchLostThreshold" -> THRESHOLD;
            default -> throw new AssertionError("not this reaper's to ask: " + method);
        });
    }

    private static <T> T answering(Class<T> type, Answer answer) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[]{type},
                (proxy, method, arguments) -> answer.to(method.getName(), arguments)));
    }

    /** What stands behind a place, oldest first, as the ledger lists it. */
    private static List<Suspect> piece(List<Suspect> table, Object[] arguments) {
        assertThat(arguments[0]).isEqualTo(THRESHOLD);
        Position after = (Position) arguments[1];
        return table.stream()
                .filter(suspect -> after == null || Position.of(suspect).compareTo(after) > 0)
                .limit((Integer) arguments[2])
                .toList();
    }

    private static List<Suspect> suspects(int count) {
        return IntStream.range(0, count)
                .mapToObj(number -> new Suspect(new AttemptId(new UUID(0, number), "task", 1, 1), new UUID(1, number),
                        "dag", "run", null, null, Instant.EPOCH.plusSeconds(number), Duration.ofMinutes(5)))
                .toList();
    }

    private interface Answer {

        Object to(String method, Object[] arguments);
    }

    private final class Context implements ReapContext {

        @Override
        public void reap(Signal signal, List<Suspect> suspects) {
            handedOver.computeIfAbsent(signal, none -> new ArrayList<>()).addAll(suspects);
        }

        @Override
        public void reapRuns(List<OrphanRun> runs) {
            throw new AssertionError("no run is this reaper's");
        }
    }
}
