// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;

/** All slots of a stretch of time, found by asking for one after the other. */
final class Slots {

    private Slots() {}

    static List<Instant> forwards(CronExpression cron, ZoneId zone, Instant from, Instant to) {
        List<Instant> slots = new ArrayList<>();
        Instant slot = cron.atOrAfter(from, zone);
        while (slot.isBefore(to)) {
            slots.add(slot);
            Instant next = cron.next(slot, zone);
            assertThat(next).as("%s goes on", cron).isAfter(slot);
            slot = next;
        }
        return slots;
    }

    static List<Instant> backwards(CronExpression cron, ZoneId zone, Instant from, Instant to) {
        List<Instant> slots = new ArrayList<>();
        Instant slot = cron.previous(to, zone);
        while (!slot.isBefore(from)) {
            slots.add(slot);
            Instant previous = cron.previous(slot, zone);
            assertThat(previous).as("%s goes back", cron).isBefore(slot);
            slot = previous;
        }
        return slots;
    }
}
