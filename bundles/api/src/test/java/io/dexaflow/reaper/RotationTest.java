// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.reaper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dexaflow.executor.Suspect;
import io.dexaflow.model.AttemptId;
import io.dexaflow.store.ReapLedger.Position;
import io.dexaflow.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RotationTest {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final Rotation rotation = new Rotation();

    @Test
    @DisplayName("R112: 150 candidates that are always deferred do not hide the 151st")
    void deferredCandidatesDoNotHideTheOneBehindThem() {
        List<Suspect> table = suspects(151);

        List<Suspect> first = rotation.next(over(table));
        List<Suspect> second = rotation.next(over(table));

        assertThat(first).containsExactlyElementsOf(table.subList(0, 100));
        assertThat(second).hasSize(100).doesNotHaveDuplicates().contains(table.get(150));
        assertThat(second.subList(0, 51)).containsExactlyElementsOf(table.subList(100, 151));
        assertThat(second.subList(51, 100)).containsExactlyElementsOf(table.subList(0, 49));
    }

    @Test
    void everyCandidateIsLookedAtAgainAndAgain() {
        List<Suspect> table = suspects(1_030);
        int passesOfARound = 11;

        for (int round = 0; round < 5; round++) {
            Set<Suspect> seen = new HashSet<>();
            for (int pass = 0; pass < passesOfARound; pass++) {
                List<Suspect> next = rotation.next(over(table));
                assertThat(next).hasSize(100).doesNotHaveDuplicates();
                seen.addAll(next);
            }
            assertThat(seen).containsExactlyInAnyOrderElementsOf(table);
        }
    }

    @Test
    void fewCandidatesAreAllThereInEveryPassOldestFirst() {
        List<Suspect> table = suspects(99);

        for (int pass = 0; pass < 3; pass++) {
            assertThat(rotation.next(over(table))).containsExactlyElementsOf(table);
        }
    }

    @Test
    void exactlyAPassFullIsAllThereInEveryPass() {
        List<Suspect> table = suspects(100);

        for (int pass = 0; pass < 3; pass++) {
            assertThat(rotation.next(over(table))).containsExactlyInAnyOrderElementsOf(table).hasSize(100);
        }
    }

    @Test
    void noCandidatesIsNoTrouble() {
        assertThat(rotation.next(over(List.of()))).isEmpty();
        assertThat(rotation.next(over(List.of()))).isEmpty();
    }

    @Test
    void whatWasMarkedMeanwhileLeavesNoGap() {
        List<Suspect> table = new ArrayList<>(suspects(250));
        List<Suspect> first = rotation.next(over(table));
        table.removeAll(first);

        List<Suspect> second = rotation.next(over(table));
        table.removeAll(second);
        List<Suspect> third = rotation.next(over(table));

        assertThat(second).hasSize(100).doesNotContainAnyElementsOf(first);
        assertThat(third).containsExactlyElementsOf(table);
    }

    @Test
    void candidatesOfTheSameTimeAreToldApart() {
        List<Suspect> table = IntStream.range(0, 150)
                .mapToObj(number -> suspect(number, START))
                .sorted((one, other) -> Position.of(one).compareTo(Position.of(other)))
                .toList();

        Set<Suspect> seen = new HashSet<>(rotation.next(over(table)));
        seen.addAll(rotation.next(over(table)));

        assertThat(seen).hasSize(150);
    }

    @Test
    void aPassThatCouldNotListIsMadeAgainFromTheSamePlace() {
        List<Suspect> table = suspects(151);
        rotation.next(over(table));

        assertThatThrownBy(() -> rotation.next((after, limit) -> {
            throw new StoreException("away", null);
        })).isInstanceOf(StoreException.class);

        assertThat(rotation.next(over(table)).getFirst()).isEqualTo(table.get(100));
    }

    /** What the ledger answers: those behind a place, oldest first. */
    private static Rotation.Source over(List<Suspect> table) {
        return (after, limit) -> table.stream()
                .filter(suspect -> after == null || Position.of(suspect).compareTo(after) > 0)
                .limit(limit)
                .toList();
    }

    private static List<Suspect> suspects(int count) {
        return IntStream.range(0, count).mapToObj(number -> suspect(number, START.plusSeconds(number))).toList();
    }

    private static Suspect suspect(int number, Instant since) {
        UUID id = UUID.nameUUIDFromBytes(new byte[]{(byte) number, (byte) (number >> 8)});
        return new Suspect(new AttemptId(new UUID(0, number), "task", 1, 1), id, "dag", "run", null, null, since,
                Duration.ofMinutes(2));
    }
}
