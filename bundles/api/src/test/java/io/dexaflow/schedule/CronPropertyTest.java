// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random expressions agree with one who looks at the clock each minute, most of all where clocks are moved. */
class CronPropertyTest {

    private static final int ROUNDS = 25;

    /** Open ranges of weekdays end with this second number of Sunday. */
    private static final int SUNDAY_TOO = 7;

    private static final Duration AROUND = Duration.ofDays(3);

    /** Longer than any offset and any change of one, so that no reading is missed at the edges of a window. */
    private static final Duration MARGIN = Duration.ofHours(40);

    /** What the model knows of a field, independent of the parser. */
    private record Field(String text, Set<Integer> values, boolean all) {}

    private record Model(List<Field> fields) {

        String text() {
            return fields.stream().map(Field::text).collect(Collectors.joining(" "));
        }

        boolean matches(LocalDateTime reading) {
            Field dayOfMonth = fields.get(2);
            Field dayOfWeek = fields.get(4);
            boolean byMonth = dayOfMonth.values().contains(reading.getDayOfMonth());
            boolean byWeek = dayOfWeek.values().contains(reading.getDayOfWeek().getValue() % SUNDAY_TOO);
            boolean either = !dayOfMonth.all() && !dayOfWeek.all();
            return fields.get(0).values().contains(reading.getMinute())
                    && fields.get(1).values().contains(reading.getHour())
                    && fields.get(3).values().contains(reading.getMonthValue())
                    && (either ? byMonth || byWeek : byMonth && byWeek);
        }

        /** When a matching reading is met: once, or for one who runs every hour whenever the clock shows it. */
        List<Instant> instants(LocalDateTime reading, ZoneId zone) {
            List<ZoneOffset> offsets = zone.getRules().getValidOffsets(reading);
            if (fields.get(1).all()) {
                return offsets.stream().map(reading::toInstant).toList();
            }
            return List.of(reading.atZone(zone).withLaterOffsetAtOverlap().toInstant());
        }

        TreeSet<Instant> slots(ZoneId zone, Instant from, Instant to) {
            TreeSet<Instant> slots = new TreeSet<>();
            LocalDateTime last = LocalDateTime.ofInstant(to.plus(MARGIN), ZoneOffset.UTC);
            LocalDateTime reading = LocalDateTime.ofInstant(from.minus(MARGIN), ZoneOffset.UTC)
                    .truncatedTo(ChronoUnit.MINUTES);
            for (; reading.isBefore(last); reading = reading.plusMinutes(1)) {
                if (matches(reading)) {
                    slots.addAll(instants(reading, zone));
                }
            }
            return new TreeSet<>(slots.subSet(from, true, to, false));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTC", "America/New_York", "Europe/London", "Australia/Lord_Howe", "Pacific/Apia",
            "Africa/Monrovia", "Asia/Kolkata", "America/Sao_Paulo", "Africa/Casablanca", "Antarctica/Troll",
            "Europe/Dublin", "Asia/Gaza", "-03:30"})
    void slotsAreThoseOfOneWhoLooksEachMinute(String name) {
        ZoneId zone = ZoneId.of(name);
        Random random = new Random(name.hashCode());
        for (int round = 0; round < ROUNDS; round++) {
            Instant middle = middle(zone.getRules(), random);
            Instant from = middle.minus(AROUND).minusNanos(random.nextInt(1_000_000_000));
            Instant to = middle.plus(AROUND);
            Model model = model(random, middle);
            List<Instant> expected = List.copyOf(model.slots(zone, from, to));
            CronExpression cron = CronExpression.parse(model.text());
            String about = model.text() + " in " + name + " around " + middle;
            assertThat(Slots.forwards(cron, zone, from, to)).as(about).isEqualTo(expected);
            assertThat(Slots.backwards(cron, zone, from, to)).as(about).isEqualTo(expected.reversed());
            agreesFromAnyInstant(cron, zone, expected, random, about);
        }
    }

    /** Whoever asks between two slots gets both, wherever in between. */
    private static void agreesFromAnyInstant(CronExpression cron, ZoneId zone, List<Instant> slots, Random random,
            String about) {
        for (int i = 1; i < Math.min(slots.size(), 50); i++) {
            Instant before = slots.get(i - 1);
            long seconds = before.until(slots.get(i), ChronoUnit.SECONDS);
            Instant between = before.plusSeconds(random.nextLong(1, seconds));
            assertThat(cron.next(between, zone)).as(about + " after " + between).isEqualTo(slots.get(i));
            assertThat(cron.previous(between, zone)).as(about + " before " + between).isEqualTo(before);
        }
    }

    /** A change of the offset between 1900 and 2150 as a rule, in a zone that has any. */
    private static Instant middle(ZoneRules rules, Random random) {
        Instant any = Instant.parse("1900-01-01T00:00:00Z").plus(random.nextInt(250 * 365), ChronoUnit.DAYS);
        ZoneOffsetTransition transition = rules.nextTransition(any);
        return transition == null || random.nextInt(10) == 0 ? any : transition.getInstant();
    }

    /** One that has a slot near an instant more often than chance would have it. */
    private static Model model(Random random, Instant near) {
        LocalDateTime reading = LocalDateTime.ofInstant(near, ZoneOffset.UTC);
        List<Field> fields = List.of(field(random, 0, 59, random.nextInt(60), 59),
                field(random, 0, 23, random.nextInt(5), 23),
                field(random, 1, 31, reading.getDayOfMonth(), 28),
                field(random, 1, 12, reading.getMonthValue(), 12),
                field(random, 0, SUNDAY_TOO, reading.getDayOfWeek().getValue() % SUNDAY_TOO, 6));
        return new Model(fields);
    }

    /**
     * @param likely a number worth asking for
     * @param safe the largest number that each month has; 28 for days, so that the expression is never refused
     */
    private static Field field(Random random, int min, int max, int likely, int safe) {
        int value = Math.min(likely, safe);
        int other = random.nextInt(min, safe + 1);
        int step = random.nextInt(1, max - min + 1);
        return switch (random.nextInt(8)) {
            case 0, 1 -> field("*", min, max, 1, min, max);
            case 2 -> field("*/" + step, min, max, step, min, max);
            case 3 -> field(Math.min(value, other) + "-" + Math.max(value, other), Math.min(value, other),
                    Math.max(value, other), 1, min, max);
            case 4 -> field(other + "/" + step, other, max, step, min, max);
            case 5 -> field(Math.min(value, other) + "-" + max + "/" + step, Math.min(value, other), max, step, min,
                    max);
            case 6 -> {
                Set<Integer> values = new TreeSet<>(Set.of(value));
                values.add(other);
                yield new Field(value + "," + other, values, false);
            }
            default -> field(String.valueOf(value), value, value, 1, min, max);
        };
    }

    private static Field field(String text, int from, int to, int step, int min, int max) {
        Set<Integer> values = IntStream.rangeClosed(from, to)
                .filter(each -> (each - from) % step == 0)
                .map(each -> max == SUNDAY_TOO ? each % SUNDAY_TOO : each)
                .boxed()
                .collect(Collectors.toSet());
        return new Field(text, values, values.size() == (max == SUNDAY_TOO ? SUNDAY_TOO : max - min + 1));
    }
}
