// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.schedule;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Optional;

/**
 * A time in which clocks are read with one offset, so that readings and instants follow each other in one order.
 *
 * @param from its first instant
 * @param to the instant after its last one
 */
record OffsetWindow(ZoneOffset offset, Instant from, Instant to) {

    /** The first slot in this window from an instant on. */
    Optional<Instant> firstSince(CronFields fields, Instant instant) {
        Instant since = instant.isBefore(from) ? from : instant;
        return Optional.of(since)
                .filter(to::isAfter)
                .map(each -> fields.atOrAfter(LocalDateTime.ofInstant(each, offset)).toInstant(offset))
                .filter(to::isAfter);
    }

    /** The last slot in this window up to an instant. */
    Optional<Instant> lastUntil(CronFields fields, Instant instant) {
        Instant until = instant.isBefore(to) ? instant : to.minusNanos(1);
        return Optional.of(until)
                .filter(each -> !each.isBefore(from))
                .map(each -> fields.atOrBefore(LocalDateTime.ofInstant(each, offset)).toInstant(offset))
                .filter(each -> !each.isBefore(from));
    }
}
