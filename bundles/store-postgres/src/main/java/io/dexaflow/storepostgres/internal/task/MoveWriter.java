// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal.task;

import io.dexaflow.store.TaskLedger.Move;
import io.dexaflow.storepostgres.internal.sql.Database;
import io.dexaflow.storepostgres.internal.sql.Seconds;
import io.dexaflow.storepostgres.internal.task.TaskMapper.Place;
import io.dexaflow.storepostgres.internal.task.TaskMapper.Places;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** Writes a plan: one statement per kind of move, whatever their number, and one commit for all. */
final class MoveWriter {

    private final Database database;
    private final double valveSeconds;

    MoveWriter(Database database, Duration confirmationValve) {
        this.database = database;
        this.valveSeconds = Seconds.of(confirmationValve);
    }

    /** Those of the moves that the rows allowed, in their order. */
    List<Move> apply(Collection<Move> wanted, long term) {
        Map<Rail, List<Move>> byRail = new EnumMap<>(Rail.class);
        wanted.forEach(move -> byRail.computeIfAbsent(Rail.of(move), rail -> new ArrayList<>()).add(move));
        if (byRail.isEmpty()) {
            return List.of();
        }
        String what = "apply " + wanted.size() + " planned moves";
        Map<Rail, Set<Place>> moved = byRail.size() == 1
                ? database.one(TaskMapper.class, what, mapper -> writeAll(byRail, mapper, term))
                : database.together(TaskMapper.class, what, mapper -> writeAll(byRail, mapper, term));
        return wanted.stream()
                .filter(move -> moved.get(Rail.of(move)).contains(new Place(move.runId(), move.ordinal())))
                .toList();
    }

    private Map<Rail, Set<Place>> writeAll(Map<Rail, List<Move>> byRail, TaskMapper mapper, long term) {
        Map<Rail, Set<Place>> moved = new EnumMap<>(Rail.class);
        byRail.forEach((rail, moves) -> moved.put(rail, Set.copyOf(write(rail, moves, mapper, term))));
        return moved;
    }

    private List<Place> write(Rail rail, List<Move> moves, TaskMapper mapper, long term) {
        Places places = places(moves);
        return switch (rail) {
            case DECIDE -> mapper.decide(places, targets(moves), term);
            case AWAIT_RETRY -> mapper.awaitRetry(places, term);
            case RETRY -> mapper.retry(places, term);
            case REPOKE -> mapper.repoke(places, term);
            case REPLACE -> mapper.replace(places, valveSeconds, term);
        };
    }

    private static Places places(List<Move> moves) {
        int count = moves.size();
        Places places = new Places(new UUID[count], new Integer[count], new Integer[count], new Integer[count]);
        for (int i = 0; i < count; i++) {
            Move move = moves.get(i);
            places.runs()[i] = move.runId();
            places.ordinals()[i] = move.ordinal();
            places.tries()[i] = tryNumber(move);
            places.epochs()[i] = epoch(move);
        }
        return places;
    }

    private static Integer tryNumber(Move move) {
        return switch (move) {
            case Move.Decide decide -> null;
            case Move.AwaitRetry await -> await.tryNumber();
            case Move.Retry retry -> retry.tryNumber();
            case Move.Repoke repoke -> repoke.tryNumber();
            case Move.Replace replace -> replace.tryNumber();
        };
    }

    private static Integer epoch(Move move) {
        return switch (move) {
            case Move.Decide decide -> null;
            case Move.AwaitRetry await -> await.epoch();
            case Move.Retry retry -> retry.epoch();
            case Move.Repoke repoke -> repoke.epoch();
            case Move.Replace replace -> replace.epoch();
        };
    }

    private static String[] targets(List<Move> moves) {
        return moves.stream().map(move -> target((Move.Decide) move)).toArray(String[]::new);
    }

    private static String target(Move.Decide decide) {
        return switch (decide.to()) {
            case SCHEDULED, SKIPPED, UPSTREAM_FAILED -> decide.to().wireName();
            default -> throw new IllegalArgumentException("none never becomes " + decide.to().wireName()
                    + " (R9): run=" + decide.runId() + " ordinal=" + decide.ordinal());
        };
    }

    /** The kinds of move, in the order in which they are written. */
    private enum Rail {
        DECIDE, AWAIT_RETRY, RETRY, REPOKE, REPLACE;

        static Rail of(Move move) {
            return switch (move) {
                case Move.Decide decide -> DECIDE;
                case Move.AwaitRetry await -> AWAIT_RETRY;
                case Move.Retry retry -> RETRY;
                case Move.Repoke repoke -> REPOKE;
                case Move.Replace replace -> REPLACE;
            };
        }
    }
}
