// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dexaflow.model.RunType;
import io.dexaflow.model.Schedule;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimetableTest {

    private static final boolean CATCHUP = true;
    private static final boolean NEWEST = false;
    private static final int MANY = 100;

    @Test
    void catchupMakesUpAllMissedIntervalsInOrder() {
        Timetable daily = utc("@daily", "2026-01-01T00:00:00Z", null, CATCHUP);
        assertThat(daily.dueRuns(null, at("2026-01-04T12:00:00Z"), MANY)).containsExactly(
                run("2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z"),
                run("2026-01-02T00:00:00Z", "2026-01-03T00:00:00Z"),
                run("2026-01-03T00:00:00Z", "2026-01-04T00:00:00Z"));
    }

    @Test
    void t103_catchupOverYearsIsAnsweredInPortionsThatLeaveNothingOut() {
        Timetable hourly = utc("@hourly", "2020-01-01T00:00:00Z", null, CATCHUP);
        Instant now = at("2026-01-01T00:00:00Z");
        List<ScheduledRun> first = hourly.dueRuns(null, now, 100);
        List<ScheduledRun> second = hourly.dueRuns(first.getLast().dataInterval(), now, 100);
        assertThat(first).hasSize(100).first().returns(at("2020-01-01T00:00:00Z"), ScheduledRun::logicalDate);
        assertThat(second).hasSize(100).first().returns(first.getLast().runAfter(), ScheduledRun::logicalDate);
    }

    @ParameterizedTest
    @CsvSource({"0", "-1"})
    void noRoomMeansNoRuns(int limit) {
        assertThat(utc("@daily", "2026-01-01T00:00:00Z", null, CATCHUP).dueRuns(null, at("2026-02-01T00:00:00Z"),
                limit)).isEmpty();
    }

    @Test
    void withoutCatchupOnlyTheNewestCompleteIntervalIsDue() {
        Timetable daily = utc("@daily", "2020-01-01T00:00:00Z", null, NEWEST);
        ScheduledRun newest = run("2026-01-03T00:00:00Z", "2026-01-04T00:00:00Z");
        assertThat(daily.dueRuns(null, at("2026-01-04T12:00:00Z"), MANY)).containsExactly(newest);
        assertThat(daily.dueRuns(null, at("2026-01-04T00:00:00Z"), MANY)).containsExactly(newest);
        assertThat(daily.dueRuns(interval("2020-05-01T00:00:00Z", "2020-05-02T00:00:00Z"), at("2026-01-04T12:00:00Z"),
                MANY)).containsExactly(newest);
    }

    @Test
    void anIntervalIsDueOnceAndFromItsEndOn() {
        Timetable daily = utc("@daily", null, null, NEWEST);
        DataInterval last = interval("2026-01-03T00:00:00Z", "2026-01-04T00:00:00Z");
        assertThat(daily.dueRuns(last, at("2026-01-04T00:00:00Z"), MANY)).isEmpty();
        assertThat(daily.dueRuns(last, at("2026-01-04T23:59:59.999999Z"), MANY)).isEmpty();
        assertThat(daily.dueRuns(last, at("2026-01-05T00:00:00Z"), MANY))
                .containsExactly(run("2026-01-04T00:00:00Z", "2026-01-05T00:00:00Z"));
    }

    @ParameterizedTest
    @CsvSource({"true", "false"})
    void firstSightWithoutAStartDateBeginsWithTheNewestSlot(boolean catchup) {
        Timetable daily = utc("30 6 * * *", null, null, catchup);
        assertThat(daily.dueRuns(null, at("2026-01-04T12:00:00Z"), MANY))
                .containsExactly(run("2026-01-03T06:30:00Z", "2026-01-04T06:30:00Z"));
    }

    @Test
    void catchupWithoutAStartDateGoesOnFromTheLastRun() {
        Timetable daily = utc("@daily", null, null, CATCHUP);
        assertThat(daily.dueRuns(interval("2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z"), at("2026-01-05T00:00:00Z"),
                MANY)).hasSize(3);
    }

    @ParameterizedTest(name = "{0}: start {1}, now {2}")
    @CsvSource({"true,  2026-01-03T12:00:00Z, 2026-01-04T23:00:00Z, ",
            "true,  2026-01-03T12:00:00Z, 2026-01-05T00:00:00Z, 2026-01-04T00:00:00Z",
            "false, 2026-01-03T12:00:00Z, 2026-01-04T23:00:00Z, ",
            "false, 2026-01-03T12:00:00Z, 2026-01-05T00:00:00Z, 2026-01-04T00:00:00Z",
            "false, 2026-01-03T00:00:00Z, 2026-01-04T00:00:00Z, 2026-01-03T00:00:00Z",
            "true,  2027-01-01T00:00:00Z, 2026-01-05T00:00:00Z, "})
    void noIntervalStartsBeforeTheStartDate(boolean catchup, String start, Instant now, Instant first) {
        List<ScheduledRun> due = utc("@daily", start, null, catchup).dueRuns(null, now, MANY);
        assertThat(due.stream().map(ScheduledRun::logicalDate).findFirst().orElse(null)).isEqualTo(first);
    }

    @Test
    void theEndDateIsTheLastLogicalDate() {
        Timetable daily = utc("@daily", "2026-01-01T00:00:00Z", "2026-01-03T00:00:00Z", CATCHUP);
        assertThat(daily.dueRuns(null, at("2026-06-01T00:00:00Z"), MANY)).hasSize(3)
                .last()
                .isEqualTo(run("2026-01-03T00:00:00Z", "2026-01-04T00:00:00Z"));
        assertThat(daily.nextRun(interval("2026-01-03T00:00:00Z", "2026-01-04T00:00:00Z"),
                at("2026-06-01T00:00:00Z"))).isEmpty();
        assertThat(utc("@daily", "2026-01-01T00:00:00Z", "2026-01-03T00:00:00Z", NEWEST).dueRuns(null,
                at("2026-06-01T00:00:00Z"), MANY)).isEmpty();
    }

    @Test
    void theNextRunIsKnownBeforeItIsDue() {
        Timetable daily = utc("@daily", null, null, NEWEST);
        assertThat(daily.nextRun(interval("2026-01-03T00:00:00Z", "2026-01-04T00:00:00Z"), at("2026-01-04T12:00:00Z")))
                .contains(run("2026-01-04T00:00:00Z", "2026-01-05T00:00:00Z"));
    }

    @Test
    void aClockThatWentBackMakesNothingDueAgain() {
        Timetable hourly = utc("@hourly", null, null, NEWEST);
        DataInterval last = interval("2026-01-01T09:00:00Z", "2026-01-01T10:00:00Z");
        assertThat(hourly.dueRuns(last, at("2026-01-01T08:30:00Z"), MANY)).isEmpty();
        assertThat(hourly.dueRuns(last, at("2026-01-01T12:30:00Z"), MANY)).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"true", "false"})
    void onceIsOneRunAtTheStartDateWhateverCatchupSays(boolean catchup) {
        Timetable once = utc("@once", "2026-01-01T10:00:00Z", null, catchup);
        ScheduledRun only = run("2026-01-01T10:00:00Z", "2026-01-01T10:00:00Z");
        assertThat(once.dueRuns(null, at("2026-01-01T09:59:59Z"), MANY)).isEmpty();
        assertThat(once.dueRuns(null, at("2026-06-01T00:00:00Z"), MANY)).containsExactly(only);
        assertThat(once.dueRuns(only.dataInterval(), at("2026-06-01T00:00:00Z"), MANY)).isEmpty();
        assertThat(only.dagRunId(RunType.SCHEDULED)).isEqualTo("scheduled__2026-01-01T10:00:00+00:00");
    }

    @Test
    void onceWithoutAStartDateIsNow() {
        assertThat(utc("@once", null, null, NEWEST).dueRuns(null, at("2026-01-01T10:17:30Z"), MANY))
                .containsExactly(run("2026-01-01T10:17:30Z", "2026-01-01T10:17:30Z"));
    }

    @Test
    void manualSchedulesAskForNothing() {
        assertThat(Timetable.of(Schedule.MANUAL).dueRuns(null, at("2026-01-01T00:00:00Z"), MANY)).isEmpty();
        assertThat(Timetable.of(Schedule.MANUAL).nextRun(null, at("2026-01-01T00:00:00Z"))).isEmpty();
    }

    /** Also for edits: the last interval is that of another schedule. */
    @ParameterizedTest(name = "{5}: {0}, last {1}–{2}, now {3}")
    @CsvSource({
            "0 5 * * *, 2026-01-04T09:00:00Z, 2026-01-04T10:00:00Z, 2026-01-04T10:30:00Z, , nothing past comes back",
            "0 5 * * *, 2026-01-04T09:00:00Z, 2026-01-04T10:00:00Z, 2026-01-05T05:00:00Z, 2026-01-04T10:00:00Z,"
                    + " the new schedule's next slot is met",
            "@hourly,   2026-01-03T00:00:00Z, 2026-01-04T00:00:00Z, 2026-01-04T10:30:00Z, 2026-01-04T09:00:00Z,"
                    + " the newest of the more frequent slots",
            "@hourly,   2026-01-04T10:17:00Z, 2026-01-04T10:17:00Z, 2026-01-04T11:59:00Z, , after a moment",
            "@hourly,   2026-01-04T10:00:00Z, 2026-01-04T10:00:00Z, 2026-01-04T12:00:00Z, 2026-01-04T11:00:00Z,"
                    + " a moment's logical date does not come again"})
    void anEditDoesNotGoBackBeyondTheLastRun(String expression, String start, String end, Instant now, Instant due,
            String note) {
        List<ScheduledRun> runs = utc(expression, null, null, NEWEST).dueRuns(interval(start, end), now, MANY);
        assertThat(runs.stream().map(ScheduledRun::logicalDate).findFirst().orElse(null)).isEqualTo(due);
        assertThat(runs).hasSizeLessThanOrEqualTo(1);
    }

    @Test
    void slotsAreReadInTheZoneOfTheSchedule() {
        Timetable daily = Timetable.of(new Schedule("30 2 * * *", ZoneId.of("America/New_York"),
                at("2026-03-07T00:00:00Z"), null, CATCHUP));
        assertThat(daily.dueRuns(null, at("2026-03-10T00:00:00Z"), MANY)).containsExactly(
                run("2026-03-07T07:30:00Z", "2026-03-08T07:30:00Z"),
                run("2026-03-08T07:30:00Z", "2026-03-09T06:30:00Z"));
    }

    @Test
    void aManualRunIsAboutTheNewestCompleteInterval() {
        assertThat(utc("@daily", null, null, NEWEST).manualInterval(at("2026-01-04T12:00:00Z")))
                .isEqualTo(interval("2026-01-03T00:00:00Z", "2026-01-04T00:00:00Z"));
        assertThat(utc("@daily", null, null, NEWEST).manualInterval(at("2026-01-04T00:00:00Z")))
                .isEqualTo(interval("2026-01-03T00:00:00Z", "2026-01-04T00:00:00Z"));
        assertThat(utc("@once", null, null, NEWEST).manualInterval(at("2026-01-04T12:00:00Z")))
                .isEqualTo(DataInterval.at(at("2026-01-04T12:00:00Z")));
        assertThat(Timetable.of(Schedule.MANUAL).manualInterval(Instant.EPOCH).isMoment()).isTrue();
    }

    @Test
    void aScheduleThatIsNoneIsRefused() {
        assertThatThrownBy(() -> utc("0 0 31 2 *", null, null, NEWEST)).isInstanceOf(ScheduleException.class);
    }

    private static Timetable utc(String expression, String start, String end, boolean catchup) {
        return Timetable.of(new Schedule(expression, ZoneOffset.UTC, start == null ? null : at(start),
                end == null ? null : at(end), catchup));
    }

    private static ScheduledRun run(String start, String end) {
        return new ScheduledRun(interval(start, end), at(end));
    }

    private static DataInterval interval(String start, String end) {
        return new DataInterval(at(start), at(end));
    }

    private static Instant at(String instant) {
        return Instant.parse(instant);
    }
}
