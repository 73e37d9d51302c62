// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads stack traces that come as text, as the component runtime gives them, and throwables alike. */
final class Traces {

    private static final String CAUSED_BY = "Caused by: ";
    private static final Pattern THROWN = Pattern.compile("(?:[\\w$]+\\.)*([\\w$]+)(?:: (.*))?", Pattern.DOTALL);
    /** They only say that what they wrap happened while a constructor or a method was called. */
    private static final List<String> WRAPPERS = List.of("InvocationTargetException", "ComponentException",
            "CompletionException", "ExecutionException", "BundleException");

    private Traces() {}

    /**
     * What was thrown, in a line: what the outermost exception that has something to say says, and the first cause
     * behind it.
     */
    static String firstCause(String trace) {
        List<String> thrown = new ArrayList<>();
        StringBuilder current = new StringBuilder();
        for (String line : trace.lines().toList()) {
            if (line.startsWith(CAUSED_BY)) {
                thrown.add(current.toString());
                current = new StringBuilder(line.substring(CAUSED_BY.length()));
            } else if (!line.startsWith("\t")) {
                // A message may have several lines.
                current.append(current.isEmpty() ? "" : " ").append(line.strip());
            }
        }
        thrown.add(current.toString());
        return shortened(thrown);
    }

    /** The same for a throwable that is at hand. */
    static String firstCause(Throwable thrown) {
        List<String> chain = new ArrayList<>();
        for (Throwable t = thrown; t != null && chain.size() < 50; t = t.getCause()) {
            chain.add(t.toString());
        }
        return shortened(chain);
    }

    private static String shortened(List<String> chain) {
        List<String> telling = chain.stream().filter(text -> !isWrapper(text)).map(Traces::simple).toList();
        if (telling.isEmpty()) {
            return simple(chain.getLast());
        }
        String outer = telling.getFirst();
        String first = telling.getLast();
        return telling.size() == 1 || outer.contains(first) ? outer : outer + "; first cause: " + first;
    }

    private static boolean isWrapper(String text) {
        Matcher matcher = THROWN.matcher(text);
        return text.isBlank() || matcher.matches() && WRAPPERS.contains(matcher.group(1));
    }

    /** Without the package of the exception's class. */
    private static String simple(String text) {
        Matcher matcher = THROWN.matcher(text);
        if (!matcher.matches()) {
            return text;
        }
        String message = matcher.group(2);
        return message == null || message.isBlank() ? matcher.group(1) : matcher.group(1) + ": " + message.strip();
    }
}
