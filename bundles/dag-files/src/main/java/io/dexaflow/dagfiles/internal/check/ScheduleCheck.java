// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.dagfiles.internal.check;

import io.dexaflow.dagfiles.internal.tree.Mark;
import io.dexaflow.dagfiles.internal.tree.Node;
import io.dexaflow.schedule.Recurrence;
import io.dexaflow.schedule.ScheduleException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Optional;

/** Looks at when a DAG's runs are due: expression, time zone, dates (R62). */
public final class ScheduleCheck {

    private ScheduleCheck() {}

    /** Adds what is wrong. */
    public static void check(Node.Mapping root, Problems problems) {
        String schedule = root.string("schedule");
        if (schedule != null && !schedule.isBlank()) {
            expression(schedule.strip(), root.get("schedule").mark(), problems);
        }
        ZoneId zone = ZoneOffset.UTC;
        String name = root.string("timezone");
        if (name != null) {
            Optional<ZoneId> found = Times.zone(name);
            if (found.isEmpty()) {
                problems.add(root.get("timezone").mark(), "timezone", "\"" + name + "\" is no time zone"
                        + Nearest.hint(name, ZoneId.getAvailableZoneIds()));
            }
            zone = found.orElse(zone);
        }
        Optional<Instant> start = date(root, "start_date", zone, problems);
        Optional<Instant> end = date(root, "end_date", zone, problems);
        if (start.isPresent() && end.isPresent() && end.get().isBefore(start.get())) {
            problems.add(root.get("end_date").mark(), "end_date", "lies before start_date");
        }
    }

    private static void expression(String schedule, Mark mark, Problems problems) {
        boolean unknownWord = schedule.startsWith("@") && !Recurrence.words().contains(schedule);
        String hint = unknownWord ? Nearest.hint(schedule, Recurrence.words()) : "";
        if (!hint.isEmpty()) {
            problems.add(mark, "schedule",
                    "\"" + schedule + "\" is not known" + hint + " Known: " + String.join(", ", Recurrence.words()));
            return;
        }
        if (schedule.equalsIgnoreCase("none") || schedule.equalsIgnoreCase("manual")) {
            problems.add(mark, "schedule",
                    "\"" + schedule + "\" is no schedule: leave the key out for manual runs only");
            return;
        }
        try {
            Recurrence.parse(schedule);
        } catch (ScheduleException e) {
            problems.add(mark, "schedule", e.getMessage());
        }
    }

    private static Optional<Instant> date(Node.Mapping root, String key, ZoneId zone, Problems problems) {
        String text = root.string(key);
        if (text == null) {
            return Optional.empty();
        }
        Optional<Instant> instant = Times.instant(text, zone);
        if (instant.isEmpty()) {
            problems.add(root.get(key).mark(), key, "\"" + text + "\" is no date: write 2026-01-01T00:00:00Z, or"
                    + " 2026-01-01 for its first moment in the DAG's time zone");
        }
        return instant;
    }
}
