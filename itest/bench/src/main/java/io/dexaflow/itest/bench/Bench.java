// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.itest.bench;

import io.dexaflow.executors.agent.process.SpawnBench;
import io.dexaflow.itest.support.LiteHost;
import io.dexaflow.itest.support.Rows;
import java.io.IOException;
import java.util.Set;

/**
 * Measures the assembled distribution against what the machine itself can do: bare process spawns and durable commits of
 * the same database, all in one run. It prints figures and ratios and asserts none.
 */
public final class Bench {

    private static final int WIDE = 1000;
    private static final int CHAIN = 20;
    private static final int STARTS = 10;
    private static final int ROUNDS = 5;

    private final LiteHost host;
    private final Measured measured;

    private Bench(LiteHost host) {
        this.host = host;
        this.measured = new Measured(host);
    }

    /** Runs the parts it is given by name, with commas between them: {@code tasks}, {@code lists}, {@code reap}. */
    public static void main(String[] arguments) throws IOException {
        Set<String> parts = Set.of(arguments[0].split(","));
        try (LiteHost host = LiteHost.fresh("bench").start()) {
            Bench bench = new Bench(host);
            if (parts.contains("tasks")) {
                bench.tasks();
            }
            if (parts.contains("lists")) {
                bench.lists();
            }
            if (parts.contains("reap")) {
                bench.reap();
            }
        }
    }

    /** First pages over a full database. */
    private void lists() {
        Shelf shelf = new Shelf(host);
        shelf.fill();
        shelf.measure();
    }

    private void tasks() throws IOException {
        measured.wide(50, "warm");
        measured.chain(10 * CHAIN, "warm");
        // Before the rounds: after them the database tidies up for a minute, in transactions of its own.
        double idle = measured.transactionsASecond();
        Figures wide = new Figures();
        Figures spawn = new Figures();
        Figures hop = new Figures();
        Figures commit = new Figures();
        Figures start = new Figures();
        for (int i = 0; i < ROUNDS; i++) {
            spawn.add(SpawnBench.bareSpawnRate(WIDE));
            wide.add(measured.wide(WIDE, "wide" + i));
            commit.add(commitMillis());
            hop.add(measured.chain(CHAIN, "chain" + i));
            start.add(measured.start(STARTS, "start" + i));
        }
        double spawnMillis = 1000 / spawn.median();
        double allowed = 8 * commit.median() + 6 * spawnMillis;
        say("bare spawn and wait of true, one thread", spawn, "a second");
        say("1,000 independent tasks of true", wide, "a second");
        System.out.printf("  ratio of the medians: %.2f%n", wide.median() / spawn.median());
        say("durable commit of one row, one thread", commit, "ms");
        say("hop in a chain of 20 (upstream ended -> downstream started), median of a chain", hop, "ms");
        System.out.printf("  8 commits + 6 spawns: %.1f ms; ratio: %.2f%n", allowed, hop.median() / allowed);
        say("a run triggered through the API -> its first task started, median of " + STARTS, start, "ms");
        System.out.printf("  10 commits + 6 spawns: %.1f ms; ratio: %.2f%n", allowed + 2 * commit.median(),
                start.median() / (allowed + 2 * commit.median()));
        System.out.printf("resident: host %d MB, agent host %d MB%n", measured.hostMegabytes(),
                measured.agentMegabytes());
        idle(idle);
    }

    /** A reap pass over a crowd. */
    private void reap() {
        Crowd crowd = new Crowd(host);
        crowd.gather();
        Figures pass = new Figures();
        Figures bare = new Figures();
        for (int i = 0; i < ROUNDS; i++) {
            bare.add(crowd.bare());
            pass.add(crowd.pass());
        }
        say("bare candidate query over 100,000 running and 100 durable updates of one row", bare, "ms");
        say("reap pass over 100,000 running with 100 silent", pass, "ms");
        System.out.printf("  ratio of the medians: %.2f%n", pass.median() / bare.median());
    }

    private static void say(String what, Figures figures, String unit) {
        System.out.printf("%s: median %.1f %s (%.1f to %.1f, %d rounds)%n", what, figures.median(), unit,
                figures.least(),
                figures.most(), figures.count());
    }

    /** Transactions of the idle host, without and with many task instances that wait. */
    private void idle(double without) {
        measured.thousandWaiting();
        System.out.printf("transactions a second of an idle host: %.1f; with 1,000 task instances waiting: %.1f%n",
                without, measured.transactionsASecond());
    }

    private double commitMillis() {
        try (Rows rows = host.openRows()) {
            rows.change("create table if not exists bench_row (id int primary key, n int)");
            rows.change("insert into bench_row values (1, 0) on conflict do nothing");
            Figures each = new Figures();
            for (int i = 0; i < 300; i++) {
                long begin = System.nanoTime();
                rows.change("update bench_row set n = n + 1 where id = 1");
                each.add((System.nanoTime() - begin) / 1e6);
            }
            return each.median();
        }
    }
}
