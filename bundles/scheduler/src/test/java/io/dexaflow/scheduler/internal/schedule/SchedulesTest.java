// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.model.Dag;
import io.dexaflow.model.Schedule;
import io.dexaflow.scheduler.internal.Fakes;
import io.dexaflow.schedule.DataInterval;
import io.dexaflow.schedule.ScheduledRun;
import io.dexaflow.store.ScheduleLedger.DueDag;
import io.dexaflow.store.ScheduleLedger.Progress;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SchedulesTest {

    private static final Instant HOUR = Fakes.NOW.truncatedTo(ChronoUnit.HOURS);

    private final SchedulesInMemory ledger = new SchedulesInMemory();
    private final Map<UUID, Dag> dags = new HashMap<>();
    private final Schedules schedules =
            new Schedules(ledger, Fakes.dags(version -> Optional.ofNullable(dags.get(version))));

    @Test
    @DisplayName("R63: without catchup only the newest missed slot is made up, and the next one is noted")
    void newestSlotOnly() {
        add("a", "@hourly", HOUR.minus(Duration.ofDays(1)), false);

        assertThat(schedules.make(1)).hasSize(1);

        Progress progress = ledger.made.getFirst();
        assertThat(progress.runs()).extracting(ScheduledRun::logicalDate)
                .containsExactly(HOUR.minus(Duration.ofHours(1)));
        assertThat(progress.next().runAfter()).isEqualTo(HOUR.plus(Duration.ofHours(1)));
    }

    @Test
    @DisplayName("T103, R63: catchup makes at most 100 runs a tick, and goes on where it came to")
    void catchupIsBounded() {
        add("a", "@hourly", HOUR.minus(Duration.ofHours(150)), true);

        assertThat(schedules.make(1)).hasSize(100);
        Progress first = ledger.made.getFirst();
        assertThat(first.next().runAfter()).isBefore(Fakes.NOW);
        again(first);

        assertThat(schedules.make(1)).hasSize(50);
        Progress second = ledger.made.getLast();
        assertThat(second.runs().getFirst().logicalDate()).isEqualTo(first.next().logicalDate());
        assertThat(second.next().runAfter()).isAfter(Fakes.NOW);
    }

    @Test
    void oneDagThatCatchesUpLeavesRoomForOthers() {
        add("a", "* * * * *", HOUR.minus(Duration.ofDays(900)), true);
        add("b", "@hourly", null, false);

        schedules.make(1);

        assertThat(ledger.made).extracting(progress -> progress.runs().size()).containsExactly(50, 1);
    }

    @Test
    @DisplayName("R62: manual DAGs and a spent @once have no next run, and are not looked at again")
    void nothingMoreToCome() {
        add("manual", null, null, false);
        add("once", "@once", null, false);

        assertThat(schedules.make(1)).hasSize(1);

        assertThat(ledger.made).extracting(Progress::next).containsOnlyNulls();
    }

    @Test
    void scheduleThatCannotBeReadOrWrittenHoldsUpNobody() {
        add("bad", "no cron", null, false);
        add("refused", "@hourly", null, false);
        ledger.due.add(new DueDag("gone", UUID.randomUUID(), null));
        add("good", "@hourly", null, false);
        ledger.unwritable = "refused";

        assertThat(schedules.make(1)).hasSize(1);

        assertThat(ledger.made).extracting(progress -> progress.dag().dagId()).containsExactly("bad", "gone", "good");
        assertThat(ledger.made.getFirst()).isEqualTo(new Progress(ledger.due.getFirst(), List.of(), null));
    }

    private void again(Progress progress) {
        DataInterval last = progress.runs().getLast().dataInterval();
        ledger.due.set(0, new DueDag(progress.dag().dagId(), progress.dag().versionId(), last));
    }

    private void add(String dagId, String expression, Instant startDate, boolean catchup) {
        UUID version = UUID.randomUUID();
        Schedule schedule = new Schedule(expression, ZoneId.of("UTC"), startDate, null, catchup);
        dags.put(version, new Dag(dagId, null, schedule, null, null, Map.of(), null, Fakes.dag(1).tasks()));
        ledger.due.add(new DueDag(dagId, version, null));
    }
}
