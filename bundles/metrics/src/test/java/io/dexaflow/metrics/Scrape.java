// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A page in Prometheus' text format, taken apart: a line that is none of the format's fails the test. */
record Scrape(Map<String, String> help, Map<String, String> types, Map<String, Double> samples) {

    private static final Pattern COMMENT = Pattern.compile("# (HELP|TYPE) ([a-zA-Z_:][a-zA-Z0-9_:]*) (.+)");
    private static final Pattern SAMPLE = Pattern.compile(
            "([a-zA-Z_:][a-zA-Z0-9_:]*(?:\\{(?:[a-zA-Z_][a-zA-Z0-9_]*=\"(?:[^\"\\\\]|\\\\.)*\",?)*\\})?) (\\S+)");

    static Scrape of(String page) {
        Scrape scrape = new Scrape(new LinkedHashMap<>(), new LinkedHashMap<>(), new LinkedHashMap<>());
        page.lines().forEach(scrape::add);
        return scrape;
    }

    private void add(String line) {
        Matcher comment = COMMENT.matcher(line);
        if (comment.matches()) {
            assertThat((comment.group(1).equals("HELP") ? help : types).put(comment.group(2), comment.group(3)))
                    .as("once only: " + line)
                    .isNull();
            return;
        }
        Matcher sample = SAMPLE.matcher(line);
        assertThat(sample.matches()).as(line).isTrue();
        assertThat(samples.put(sample.group(1), number(sample.group(2)))).as("once only: " + line).isNull();
    }

    private static double number(String text) {
        return switch (text) {
            case "+Inf" -> Double.POSITIVE_INFINITY;
            case "-Inf" -> Double.NEGATIVE_INFINITY;
            default -> Double.parseDouble(text);
        };
    }

    /** A sample by its name with its labels; fails when there is none. */
    double value(String sample) {
        assertThat(samples).containsKey(sample);
        return samples.get(sample);
    }

    /** The values of a metric's only label. */
    Set<String> labels(String metric, String label) {
        Pattern pattern = Pattern.compile(Pattern.quote(metric + "{" + label + "=\"") + "([^\"]*)\"}");
        Set<String> found = new LinkedHashSet<>();
        samples.keySet().forEach(sample -> {
            Matcher matcher = pattern.matcher(sample);
            if (matcher.matches()) {
                found.add(matcher.group(1));
            }
        });
        return found;
    }
}
