// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.schedule;

import java.time.Instant;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Five cron fields (contract 3, R62): minute, hour, day of month, month, day of week, each a list of {@code *}, numbers,
 * names of three letters, ranges and steps. 0 and 7 are Sunday. Where both day fields are restricted, either of them is
 * enough; one that matches every day is unrestricted, however it is written.
 *
 * <p>An instant at which an expression matches in a zone is called a slot. Where a zone's clocks are moved:
 * <ul>
 * <li>An expression that matches in every hour follows the time that passes: it has its slots in both passes of an hour
 * that comes twice, and none for readings that clocks skip.
 * <li>Any other names readings of the clock, each of which is met once: one that clocks skip is moved on by as much as
 * the clocks are, one that they show twice is met in the second pass, as Airflow does. Two readings that meet in one
 * instant are one slot.
 * </ul>
 */
public final class CronExpression {

    private final String text;
    private final CronFields fields;

    private CronExpression(String text, CronFields fields) {
        this.text = text;
        this.fields = fields;
    }

    /**
     * Reads five fields.
     *
     * @throws ScheduleException when they are not valid, or can never match as 30 February can not
     */
    public static CronExpression parse(String text) {
        return new CronExpression(text, CronFields.parse(text));
    }

    /**
     * The first slot after an instant.
     *
     * @param after any instant; a slot at this very instant is not meant
     * @param zone where the fields are read
     */
    public Instant next(Instant after, ZoneId zone) {
        ZoneRules rules = zone.getRules();
        Instant from = after.plusNanos(1);
        while (true) {
            Instant since = from;
            Optional<Instant> slot = windows(rules, since).stream()
                    .flatMap(window -> window.firstSince(fields, since).stream())
                    .min(Comparator.naturalOrder());
            if (slot.isPresent()) {
                return slot.get();
            }
            from = rules.nextTransition(since).getInstant();
        }
    }

    /**
     * The last slot before an instant.
     *
     * @param before any instant; a slot at this very instant is not meant
     * @param zone where the fields are read
     */
    public Instant previous(Instant before, ZoneId zone) {
        ZoneRules rules = zone.getRules();
        Instant to = before.minusNanos(1);
        while (true) {
            Instant until = to;
            Optional<Instant> slot = windows(rules, until).stream()
                    .flatMap(window -> window.lastUntil(fields, until).stream())
                    .max(Comparator.naturalOrder());
            if (slot.isPresent()) {
                return slot.get();
            }
            to = lastTransition(rules, until).getInstant().minusNanos(1);
        }
    }

    /** This instant if it is a slot, else the first slot after it. */
    Instant atOrAfter(Instant instant, ZoneId zone) {
        return next(instant.minusNanos(1), zone);
    }

    /** This instant if it is a slot, else the last slot before it. */
    Instant atOrBefore(Instant instant, ZoneId zone) {
        return previous(instant.plusNanos(1), zone);
    }

    /**
     * Where to look for slots around an instant, up to the changes of the offset before and after it. The readings that
     * a change skips are those that a clock nobody moved would have gone on to show.
     */
    private List<OffsetWindow> windows(ZoneRules rules, Instant instant) {
        boolean everyHour = fields.hour().isUnrestricted();
        ZoneOffsetTransition begin = lastTransition(rules, instant);
        ZoneOffsetTransition end = rules.nextTransition(instant);
        Instant from = begin == null ? Instant.MIN : begin.getInstant();
        Instant to = end == null ? Instant.MAX : end.getInstant();
        if (!everyHour && end != null && end.isOverlap()) {
            to = to.plus(end.getDuration());
        }
        List<OffsetWindow> windows = new ArrayList<>();
        windows.add(new OffsetWindow(rules.getOffset(instant), from, to));
        if (!everyHour && begin != null && begin.isGap()) {
            windows.add(new OffsetWindow(begin.getOffsetBefore(), from, from.plus(begin.getDuration())));
        }
        return windows;
    }

    /** The last change of the offset up to an instant, that at this very instant included; null for none. */
    private static ZoneOffsetTransition lastTransition(ZoneRules rules, Instant instant) {
        return rules.previousTransition(instant.plusNanos(1));
    }

    /** Whether the other one has the same slots in every zone, as {@code 0 0 * * 7} and {@code 0 0 * * sun} have. */
    @Override
    public boolean equals(Object other) {
        return other instanceof CronExpression cron && cron.fields.equals(fields);
    }

    @Override
    public int hashCode() {
        return fields.hashCode();
    }

    /** The fields as they were given. */
    @Override
    public String toString() {
        return text;
    }
}
