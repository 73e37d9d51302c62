// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.reaper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dexaflow.executor.Signal;
import io.dexaflow.executor.Suspect;
import io.dexaflow.model.AttemptId;
import io.dexaflow.store.ReapLedger;
import io.dexaflow.store.ReapLedger.Position;
import io.dexaflow.store.StoreException;
import io.dexaflow.timing.Ladder;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * What every reaper must keep: it lists candidates, hands each of them to the context, and marks nothing itself. What the
 * context does with them is the maintenance loop's. Extend it in the reaper's own tests; it comes in the jar of
 * {@code io.dexaflow.api} with the classifier {@code tests}.
 */
public abstract class ReaperContract {

    /** What the ladder says. */
    protected static final Duration THRESHOLD = Duration.ofSeconds(77);

    /** What the ledger lists, by the name of the statement. */
    protected final Map<String, List<Suspect>> listed = new HashMap<>();
    /** The runs that the ledger lists. */
    protected List<OrphanRun> orphans = List.of();
    /** What was handed over. */
    protected final Context context = new Context();
    private boolean away;

    /** The reaper, over these. */
    protected abstract Reaper reaper(ReapLedger ledger, Ladder ladder);

    /** The statements that list its attempts, each with what those are suspected of; empty for a reaper of runs. */
    protected abstract Map<String, Signal> lists();

    /** The name of the ladder's duration that it goes by. */
    protected abstract String threshold();

    /** The reaper, over a ledger that lists what the test put there and has nothing else to be called. */
    protected final Reaper reaper() {
        return reaper(answering(ReapLedger.class, this::listed), answering(Ladder.class, (method, arguments) -> {
            assertThat(method).as("not this reaper's to ask").isEqualTo(threshold());
            return THRESHOLD;
        }));
    }

    /** So many attempts, oldest first. */
    protected static List<Suspect> suspects(int count) {
        return IntStream.range(0, count)
                .mapToObj(number -> new Suspect(new AttemptId(new UUID(0, number), "task", 1, 1), new UUID(1, number),
                        "dag", "run", null, null, Instant.EPOCH.plusSeconds(number), Duration.ofMinutes(5)))
                .toList();
    }

    @Test
    public void saysTheSameOfItselfWheneverItIsAsked() throws InterruptedException {
        fill(1);
        Reaper reaper = reaper();
        assertThat(reaper.name()).matches("[a-z][a-z-]+");
        assertThat(reaper.label()).matches("[a-z][a-z_]+");
        assertThat(reaper.order()).isPositive();
        String before = reaper.name() + reaper.label() + reaper.order();
        reaper.sweep(context);
        assertThat(reaper.name() + reaper.label() + reaper.order()).isEqualTo(before);
    }

    @Test
    public void whereThereIsNoCandidateNothingIsHandedOver() throws InterruptedException {
        reaper().sweep(context);
        assertThat(context.attempts).isEmpty();
        assertThat(context.runs).isEmpty();
    }

    @Test
    public void everyCandidateIsHandedOverOnceAndOldestFirst() throws InterruptedException {
        fill(3);
        reaper().sweep(context);
        assertHandedOver(3);
    }

    /** Deferred or refused: nothing has changed, so it is listed again. */
    @Test
    public void whatTheContextLeavesAloneIsHandedOverByTheNextPass() throws InterruptedException {
        fill(3);
        Reaper reaper = reaper();
        reaper.sweep(context);
        context.forget();
        reaper.sweep(context);
        assertHandedOver(3);
    }

    @Test
    public void noPassHandsOverMoreThanTheLimit() throws InterruptedException {
        fill(ReapContext.LIMIT + 50);
        reaper().sweep(context);
        assertHandedOver(ReapContext.LIMIT);
    }

    @Test
    public void aListThatFailsIsTheLoopsToCount() {
        away = true;
        Reaper reaper = reaper();
        assertThatThrownBy(() -> reaper.sweep(context)).isInstanceOf(StoreException.class);
        assertThat(context.attempts).isEmpty();
        assertThat(context.runs).isEmpty();
    }

    /** Its budget is spent, or leadership has ended. */
    @Test
    public void aPassThatIsCutOffHandsOverNothingMore() {
        fill(3);
        context.cutOff = true;
        Reaper reaper = reaper();
        assertThatThrownBy(() -> reaper.sweep(context)).isInstanceOf(InterruptedException.class);
        assertThat(context.calls).isEqualTo(1);
    }

    private void fill(int count) {
        lists().keySet().forEach(list -> listed.put(list, suspects(count)));
        orphans = lists().isEmpty() ? IntStream.range(0, count)
                .mapToObj(number -> new OrphanRun(new UUID(0, number), "dag", "run" + number,
                        Instant.EPOCH.plusSeconds(number), Duration.ofMinutes(8)))
                .toList() : List.of();
    }

    private void assertHandedOver(int first) {
        assertThat(context.attempts.keySet()).containsExactlyInAnyOrderElementsOf(lists().values());
        lists().forEach((list, signal) -> assertThat(context.attempts.get(signal))
                .containsExactlyElementsOf(listed.get(list).subList(0, first)));
        assertThat(context.runs).containsExactlyElementsOf(orphans.subList(0, Math.min(first, orphans.size())));
    }

    private Object listed(String statement, Object[] arguments) {
        if (away) {
            throw new StoreException("away", null);
        }
        boolean ofRuns = lists().isEmpty() && statement.equals("orphans");
        assertThat(ofRuns || lists().containsKey(statement)).as("not this reaper's to call: " + statement).isTrue();
        assertThat(arguments[0]).isEqualTo(THRESHOLD);
        int limit = (Integer) arguments[arguments.length - 1];
        if (ofRuns) {
            return orphans.stream().limit(limit).toList();
        }
        Position after = (Position) arguments[1];
        return listed.getOrDefault(statement, List.of())
                .stream()
                .filter(suspect -> after == null || Position.of(suspect).compareTo(after) > 0)
                .limit(limit)
                .toList();
    }

    private static <T> T answering(Class<T> type, Answer answer) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[]{type},
                (proxy, method, arguments) -> answer.to(method.getName(), arguments)));
    }

    /** What a stand-in answers. */
    @FunctionalInterface
    private interface Answer {

        Object to(String method, Object[] arguments);
    }

    /** Keeps what it is given, and marks nothing. */
    protected static final class Context implements ReapContext {

        /** The attempts, by what they are suspected of. */
        public final Map<Signal, List<Suspect>> attempts = new EnumMap<>(Signal.class);
        /** The runs. */
        public final List<OrphanRun> runs = new ArrayList<>();
        private boolean cutOff;
        private int calls;

        @Override
        public void reap(Signal signal, List<Suspect> suspects) throws InterruptedException {
            called();
            if (!suspects.isEmpty()) {
                attempts.computeIfAbsent(signal, none -> new ArrayList<>()).addAll(suspects);
            }
        }

        @Override
        public void reapRuns(List<OrphanRun> some) throws InterruptedException {
            called();
            runs.addAll(some);
        }

        /** Begins anew. */
        public void forget() {
            attempts.clear();
            runs.clear();
        }

        private void called() throws InterruptedException {
            calls++;
            if (cutOff) {
                throw new InterruptedException("leadership has ended");
            }
        }
    }
}
