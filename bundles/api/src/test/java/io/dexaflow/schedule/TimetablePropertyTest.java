// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.model.Schedule;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The life of a DAG whose schedule is edited, which is paused and let go, whose clock jumps: whatever happens, intervals
 * do not overlap, no logical date comes twice, and without catchup a tick makes one run at most.
 */
class TimetablePropertyTest {

    private static final List<String> EXPRESSIONS = List.of("@hourly", "@daily", "0 5 * * *", "*/15 * * * *",
            "30 1,2 * * *", "@once", "@weekly", "5 5 1 * 1-5", "0 */6 * * *");
    private static final List<String> ZONES = List.of("UTC", "America/New_York", "Europe/London", "Asia/Kolkata");

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void noHistoryLeadsToSurpriseRuns(boolean catchup) {
        Random random = new Random(catchup ? 3 : 5);
        int made = 0;
        for (int life = 0; life < 200; life++) {
            made += live(random, catchup);
        }
        assertThat(made).isGreaterThan(2000);
    }

    private static int live(Random random, boolean catchup) {
        Instant now = Instant.parse("2026-10-20T00:00:00Z").plusSeconds(random.nextInt(3_000_000));
        Instant start = random.nextBoolean() ? null : now.minus(Duration.ofHours(random.nextInt(200)));
        Timetable timetable = timetable(random, start, catchup);
        Set<Instant> dates = new HashSet<>();
        DataInterval last = null;
        for (int tick = 0; tick < 100; tick++) {
            now = now.plus(Duration.ofMinutes(random.nextInt(10) == 0 ? random.nextInt(-300, 6000) : 20));
            if (random.nextInt(10) == 0) {
                timetable = timetable(random, start, catchup);
            }
            List<ScheduledRun> due = timetable.dueRuns(last, now, 5);
            assertThat(due).hasSizeLessThanOrEqualTo(catchup ? 5 : 1);
            for (ScheduledRun run : due) {
                assertThat(run.runAfter()).isBeforeOrEqualTo(now);
                assertThat(dates.add(run.logicalDate())).as("logical date is new: " + run).isTrue();
                if (last != null) {
                    assertThat(run.logicalDate()).isAfterOrEqualTo(last.end());
                }
                last = run.dataInterval();
            }
            assertThat(due.size() == 5 || timetable.dueRuns(last, now, 1).isEmpty()).as("asked twice").isTrue();
        }
        return dates.size();
    }

    private static Timetable timetable(Random random, Instant start, boolean catchup) {
        String expression = EXPRESSIONS.get(random.nextInt(EXPRESSIONS.size()));
        ZoneId zone = ZoneId.of(ZONES.get(random.nextInt(ZONES.size())));
        return Timetable.of(new Schedule(expression, zone, start, null, catchup));
    }
}
