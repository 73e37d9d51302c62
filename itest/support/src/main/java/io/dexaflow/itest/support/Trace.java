// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.itest.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.Assertions;

/**
 * The side effect by which a task's executions are counted: a line where one begins and one where it ends, with process and
 * time; and a lock that every process of an execution holds, so that one which begins while anything of another still lives
 * leaves a line of its own.
 *
 * @param file where the lines go
 */
public record Trace(Path file) {

    /** One of a test's own in the folder of a place. */
    public static Trace in(Place place, String name) {
        return new Trace(place.files().resolve(name + ".trace"));
    }

    /** A line. */
    private record Line(String event, long pid, double at, int tryNumber) {

        static Line of(String text) {
            String[] words = text.split(" ");
            return new Line(words[0], Long.parseLong(words[1]), Double.parseDouble(words[2]),
                    Integer.parseInt(words[3]));
        }
    }

    /** Shell words around those of the task. */
    public String around(String body) {
        return "exec 9>>'" + file + ".lock'\nflock -n 9 || " + line("overlap") + "\n" + line("start") + "\n" + body
                + "\n"
                + line("end");
    }

    private String line(String event) {
        return "echo " + event + " $$ $(date +%s.%N) $DEXAFLOW_TRY_NUMBER >> '" + file + "'";
    }

    private List<Line> lines(String event) {
        try {
            return Files.exists(file)
                    ? Files.readAllLines(file).stream().map(Line::of).filter(l -> l.event().equals(event)).toList()
                    : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** How many executions have begun. */
    public int begun() {
        return lines("start").size();
    }

    /** How many have come to their own end. */
    public int ended() {
        return lines("end").size();
    }

    /** The process that leads the latest execution, whose process group bears the same number. */
    public long leader() {
        return lines("start").getLast().pid();
    }

    /** The tries of the executions, in their order. */
    public List<Integer> tries() {
        return lines("start").stream().map(Line::tryNumber).toList();
    }

    /** Waits until so many have begun. */
    public void awaitBegun(int number) {
        Waits.until(file + " has " + number + " beginnings", () -> begun() == number, this::text);
    }

    /** Waits until so many have ended. */
    public void awaitEnded(int number) {
        Waits.until(file + " has " + number + " ends", () -> ended() == number, this::text);
    }

    /** Makes sure that there were so many executions, so many of which came to their own end, and no two at a time. */
    public void assertExecutions(int begun, int ended) {
        Assertions.assertThat(Map.of("begun", begun(), "ended", ended(), "overlaps", lines("overlap").size()))
                .as(file + ":\n" + text())
                .isEqualTo(Map.of("begun", begun, "ended", ended, "overlaps", 0));
        for (Line end : lines("end")) {
            double began = beginningOf(end);
            Assertions.assertThat(lines("start"))
                    .as("begun between the beginning and the end of " + end)
                    .noneMatch(start -> start.at() > began && start.at() < end.at());
        }
    }

    /** The latest that fits: process numbers come again. */
    private double beginningOf(Line end) {
        return lines("start").stream()
                .filter(start -> start.pid() == end.pid() && start.at() < end.at())
                .mapToDouble(Line::at)
                .max()
                .orElseThrow(() -> new AssertionError("an end without a beginning: " + end));
    }

    /** What there is, for messages. */
    public String text() {
        try {
            return Files.exists(file) ? Files.readString(file) : "no file";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
