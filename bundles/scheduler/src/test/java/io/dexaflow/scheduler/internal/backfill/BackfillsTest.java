// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.backfill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.dexaflow.scheduler.internal.Fakes;
import io.dexaflow.store.BackfillLedger;
import io.dexaflow.store.BackfillLedger.Advance;
import io.dexaflow.store.BackfillLedger.Again;
import io.dexaflow.store.BackfillLedger.Finished;
import io.dexaflow.store.StoreException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class BackfillsTest {

    private static final UUID VERSION = UUID.randomUUID();

    private final List<Finished> finished = new ArrayList<>();
    private final List<Again> queued = new ArrayList<>();
    private UUID unwritable;
    private StoreException trouble;

    private final BackfillLedger ledger = (BackfillLedger) Proxy.newProxyInstance(getClass().getClassLoader(),
            new Class<?>[]{BackfillLedger.class}, (proxy, method, args) -> switch (method.getName()) {
                case "advance" -> advance();
                case "runAgain" -> runAgain(((Collection<?>) args[0]).stream().map(Again.class::cast).toList());
                default -> throw new UnsupportedOperationException(method.getName());
            });
    private final Backfills backfills = new Backfills(ledger,
            Fakes.dags(version -> version.equals(VERSION) ? Optional.of(Fakes.dag(2)) : Optional.empty()));

    @Test
    void runsGetTheRetriesOfTheirVersionAnewAndOneThatIsRefusedHoldsUpNoOther() {
        UUID one = add(VERSION);
        unwritable = add(VERSION);
        UUID gone = add(UUID.randomUUID());

        backfills.make(1);

        List<Integer> retries = Fakes.dag(2).tasks().stream().map(task -> task.retry().retries()).toList();
        assertThat(queued).containsExactly(new Again(one, retries), new Again(gone, List.of()));
    }

    @Test
    void storeThatIsAwayEndsTheTickAndOneThatRefusesDoesNot() {
        trouble = new StoreException("refused", null, false);
        backfills.make(1);

        trouble = new StoreException("away", null, true);
        assertThatExceptionOfType(StoreException.class).isThrownBy(() -> backfills.make(1));
    }

    private UUID add(UUID version) {
        UUID run = UUID.randomUUID();
        finished.add(new Finished(run, version));
        return run;
    }

    private Advance advance() {
        if (trouble != null) {
            throw trouble;
        }
        return new Advance(Set.of(), finished);
    }

    private Set<UUID> runAgain(List<Again> runs) {
        if (runs.stream().anyMatch(run -> run.runId().equals(unwritable))) {
            throw new StoreException("a value that the database does not take", null, false);
        }
        queued.addAll(runs);
        return Set.of();
    }
}
