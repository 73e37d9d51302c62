// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.gateway.internal.log;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * The platform's lines in an attempt's log. Each one remembers how much the agent had written when it was added, so
 * that it keeps its place in the merged log while the agent goes on writing. On disk: {@code <length> <line>}.
 */
final class PlatformLines {

    private PlatformLines() {}

    /**
     * A line and its place.
     *
     * @param after how many of the agent's bytes come before it
     * @param text the line, without its end
     */
    record Line(long after, String text) {}

    static void append(Path file, Line line) throws IOException {
        byte[] bytes = (line.after() + " " + line.text() + "\n").getBytes(StandardCharsets.UTF_8);
        Files.write(file, bytes, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /** The lines, in the order they were added; none when there is no file. A torn last line is left out. */
    static List<Line> read(Path file) throws IOException {
        byte[] bytes;
        try {
            bytes = Files.readAllBytes(file);
        } catch (NoSuchFileException e) {
            return List.of();
        }
        String text = new String(bytes, StandardCharsets.UTF_8);
        List<Line> lines = new ArrayList<>();
        long place = 0;
        for (String line : text.substring(0, text.lastIndexOf('\n') + 1).split("\n")) {
            int space = line.indexOf(' ');
            if (space > 0) {
                place = Math.max(place, place(line.substring(0, space)));
                lines.add(new Line(place, line.substring(space + 1)));
            }
        }
        return lines;
    }

    /** Ends within a line that nobody can place keep the place of the line before. */
    private static long place(String digits) {
        try {
            return Long.parseLong(digits);
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
