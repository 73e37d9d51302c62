// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.host;

import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Puts exceptions and resolver messages into a sentence. */
final class Causes {

    private static final Pattern MISSING = Pattern.compile(
            "missing requirement \\[(\\S+) \\[[^\\]]*\\]\\([^)]*\\)\\] (\\S+); (\\(.*?\\))(?=\\]| \\[| Unresolved|$)");
    private static final Pattern WANTED =
            Pattern.compile("\\((osgi\\.wiring\\.package|osgi\\.wiring\\.bundle|objectClass"
                    + "|osgi\\.extender|osgi\\.implementation|osgi\\.ee|osgi\\.contract)=([^)]*)\\)");
    private static final Pattern FROM = Pattern.compile("\\(version>=([^)]*)\\)");
    private static final Pattern BELOW = Pattern.compile("\\(!\\(version>=([^)]*)\\)\\)");

    private Causes() {}

    /** The first cause: the innermost exception, without its stack. */
    static String of(Throwable thrown) {
        Throwable cause = thrown;
        while (cause.getCause() != null && cause.getCause() != cause) {
            cause = cause.getCause();
        }
        String message = cause.getMessage();
        if (message == null || message.isBlank()) {
            return cause.getClass().getSimpleName();
        }
        String unresolved = ofResolver(message);
        if (unresolved != null) {
            return unresolved;
        }
        String line = message.strip().lines().findFirst().orElse(message);
        return cause instanceof RuntimeException || cause instanceof IOException ? line
                : cause.getClass().getSimpleName() + ": " + line;
    }

    /** The innermost missing requirement of a resolver's message; null when it is no such message. */
    static String ofResolver(String message) {
        Matcher missing = MISSING.matcher(message);
        String first = "";
        String words = null;
        while (missing.find()) {
            String who = missing.group(1);
            words = "nobody offers " + wantedBy(missing.group(2), missing.group(3))
                    + (first.isEmpty() || first.equals(who) ? "" : ", which " + who + " needs");
            first = first.isEmpty() ? who : first;
        }
        return words;
    }

    private static String wantedBy(String namespace, String filter) {
        Matcher wanted = WANTED.matcher(filter);
        if (!wanted.find()) {
            return namespace + " " + filter;
        }
        String kind = switch (wanted.group(1)) {
            case "osgi.wiring.package" -> "the package ";
            case "osgi.wiring.bundle" -> "the bundle ";
            case "objectClass" -> "the service ";
            default -> namespace + " ";
        };
        Matcher below = BELOW.matcher(filter);
        String upper = below.find() ? below.group(1) : null;
        Matcher from = FROM.matcher(filter.replaceAll(BELOW.pattern(), ""));
        String version = "";
        if (from.find()) {
            version = " " + (upper == null ? from.group(1) + " or newer" : "[" + from.group(1) + "," + upper + ")");
        }
        return kind + wanted.group(2) + version;
    }
}
