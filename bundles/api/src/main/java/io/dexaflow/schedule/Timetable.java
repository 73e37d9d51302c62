// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.schedule;

import io.dexaflow.model.Schedule;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Which runs a schedule asks for (R62, R63), with the data intervals of Airflow's {@code CronDataIntervalTimetable}: a
 * run is about the time between two slots, bears the first one as its logical date, and is due at the second.
 *
 * <p>Intervals never overlap and never go back: each begins where the last run's ended or later, whatever became of the
 * schedule in between. After an edit the first interval may thus be shorter than the others: it reaches from the end of
 * the last one to the new schedule's next slot, so that nothing is left out, nothing is done twice, and no logical date
 * can come again. (Airflow reaches back to the new schedule's slot before; it runs at the same moments.)
 */
public final class Timetable {

    private final Recurrence recurrence;
    private final Schedule schedule;

    private Timetable(Recurrence recurrence, Schedule schedule) {
        this.recurrence = recurrence;
        this.schedule = schedule;
    }

    /**
     * The timetable of a schedule.
     *
     * @throws ScheduleException when its expression is not valid or can never match
     */
    public static Timetable of(Schedule schedule) {
        return new Timetable(Recurrence.parse(schedule.expression()), schedule);
    }

    /**
     * The runs that are due and not made yet, oldest first. With catchup these are all that were missed since the last
     * run, or since the start date; without, only that of the newest complete interval. A DAG that has neither a start
     * date nor a run begins with the newest complete interval.
     *
     * @param last the interval of the newest run that the schedule made, whether it has ended or not; null for none.
     *     Manual runs do not count
     * @param now the time
     * @param limit how many to answer at most; zero or less for none
     */
    public List<ScheduledRun> dueRuns(DataInterval last, Instant now, int limit) {
        List<ScheduledRun> due = new ArrayList<>();
        DataInterval previous = last;
        while (due.size() < limit) {
            Optional<ScheduledRun> next = nextRun(previous, now).filter(run -> !run.runAfter().isAfter(now));
            if (next.isEmpty()) {
                break;
            }
            due.add(next.get());
            previous = next.get().dataInterval();
        }
        return List.copyOf(due);
    }

    /**
     * The next run of the schedule, due or still to come; empty when there will be none, as after the end date.
     *
     * @param last as in {@link #dueRuns}
     * @param now the time, on which depends what was missed for good
     */
    public Optional<ScheduledRun> nextRun(DataInterval last, Instant now) {
        Optional<DataInterval> interval = switch (recurrence) {
            case Recurrence.Manual() -> Optional.empty();
            case Recurrence.Once() -> last == null ? Optional.of(once(now)) : Optional.empty();
            case Recurrence.Cron(CronExpression cron) -> Optional.of(between(cron, last, now));
        };
        return interval.filter(this::isBeforeEnd).map(ScheduledRun::of);
    }

    /**
     * The runs that a backfill makes: those whose logical dates lie in a range, both bounds included, and whose intervals
     * are over, whatever the schedule's own start and end; oldest first. An {@code @once} has one, at the first date.
     *
     * @param from the first logical date that may be
     * @param to the last one that may be
     * @param now the time
     * @param limit how many to answer at most
     */
    public List<ScheduledRun> runsBetween(Instant from, Instant to, Instant now, int limit) {
        List<ScheduledRun> runs = new ArrayList<>();
        Optional<DataInterval> interval = switch (recurrence) {
            case Recurrence.Manual() -> Optional.empty();
            case Recurrence.Once() -> Optional.of(DataInterval.at(from));
            case Recurrence.Cron(CronExpression cron) ->
                    Optional.of(from(cron, cron.atOrAfter(from, schedule.timezone())));
        };
        while (runs.size() < limit && interval.isPresent() && !interval.get().start().isAfter(to)
                && !interval.get().end().isAfter(now)) {
            runs.add(ScheduledRun.of(interval.get()));
            Instant end = interval.get().end();
            interval = recurrence instanceof Recurrence.Cron(CronExpression cron)
                    ? Optional.of(from(cron, end))
                    : Optional.empty();
        }
        return List.copyOf(runs);
    }

    private DataInterval from(CronExpression cron, Instant start) {
        return new DataInterval(start, cron.next(start, schedule.timezone()));
    }

    /**
     * The interval of a run that somebody triggers for a logical date: the newest one complete at that date, or just
     * that moment for a DAG without slots.
     */
    public DataInterval manualInterval(Instant logicalDate) {
        return recurrence instanceof Recurrence.Cron(CronExpression cron)
                ? newestComplete(cron, logicalDate)
                : DataInterval.at(logicalDate);
    }

    /** The end date is the last logical date. */
    private boolean isBeforeEnd(DataInterval interval) {
        return schedule.endDate() == null || !interval.start().isAfter(schedule.endDate());
    }

    private DataInterval once(Instant now) {
        return DataInterval.at(schedule.startDate() == null ? now : schedule.startDate());
    }

    private DataInterval between(CronExpression cron, DataInterval last, Instant now) {
        ZoneId zone = schedule.timezone();
        Instant startDate = schedule.startDate();
        boolean newestOnly = !schedule.catchup() || last == null && startDate == null;
        Instant start = Stream.of(
                Optional.ofNullable(last).map(interval -> after(cron, interval)),
                Optional.ofNullable(startDate).map(date -> cron.atOrAfter(date, zone)),
                newestOnly ? Optional.of(newestComplete(cron, now).start()) : Optional.<Instant>empty())
                .flatMap(Optional::stream)
                .max(Instant::compareTo)
                .orElseThrow();
        return from(cron, start);
    }

    /** Where a run may begin after this one: a moment's logical date must not come again. */
    private Instant after(CronExpression cron, DataInterval last) {
        return last.isMoment() ? cron.next(last.end(), schedule.timezone()) : last.end();
    }

    private DataInterval newestComplete(CronExpression cron, Instant now) {
        Instant end = cron.atOrBefore(now, schedule.timezone());
        return new DataInterval(cron.previous(end, schedule.timezone()), end);
    }
}
