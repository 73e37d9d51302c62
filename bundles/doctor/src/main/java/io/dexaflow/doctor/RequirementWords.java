// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.doctor;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.osgi.framework.wiring.BundleRequirement;

/** Says in words what a bundle needs, from the requirement's filter. */
final class RequirementWords {

    private static final Pattern PACKAGE = Pattern.compile("\\(osgi\\.wiring\\.package=([^()]+)\\)");
    private static final Pattern HOST = Pattern.compile("\\(osgi\\.wiring\\.(?:host|bundle)=([^()]+)\\)");
    private static final Pattern EE = Pattern.compile("\\(osgi\\.ee=([^()]+)\\)");
    private static final Pattern FROM = Pattern.compile("\\(version>=([^()]+)\\)");
    private static final Pattern ABOVE = Pattern.compile("\\(!\\(version<=([^()]+)\\)\\)");
    private static final Pattern BELOW = Pattern.compile("\\(!\\(version>=([^()]+)\\)\\)");
    private static final Pattern EXACTLY = Pattern.compile("\\(version=([^()]+)\\)");
    private static final Pattern UP_TO = Pattern.compile("(?<!!)\\(version<=([^()]+)\\)");

    private RequirementWords() {}

    /** What is needed, as {@code the package org.slf4j, version 2.0.0 or newer, below 3.0.0}. */
    static String of(BundleRequirement requirement) {
        return of(requirement.getNamespace(), requirement.getDirectives().get("filter"));
    }

    static String of(String namespace, String filter) {
        String text = filter == null ? "" : filter;
        return switch (namespace) {
            case "osgi.wiring.package" -> "the package " + named(PACKAGE, text) + versions(text);
            case "osgi.wiring.host", "osgi.wiring.bundle" -> "the bundle " + named(HOST, text);
            case "osgi.ee" -> "the Java platform " + named(EE, text) + versions(text);
            default -> "the capability " + namespace + (text.isEmpty() ? "" : " " + text);
        };
    }

    /** The package that is needed; null when something else is. */
    static String packageName(BundleRequirement requirement) {
        String filter = requirement.getDirectives().get("filter");
        Matcher matcher = PACKAGE.matcher(filter == null ? "" : filter);
        return matcher.find() ? matcher.group(1) : null;
    }

    private static String named(Pattern pattern, String filter) {
        Matcher matcher = pattern.matcher(filter);
        return matcher.find() ? matcher.group(1) : filter;
    }

    private static String versions(String filter) {
        StringBuilder words = new StringBuilder();
        String below = found(BELOW, filter);
        // The lower bound is what is left when the upper one, which contains the same words, is taken away.
        String rest = BELOW.matcher(filter).replaceAll("");
        append(words, "version %s", found(EXACTLY, filter));
        append(words, "version %s or newer", found(FROM, rest));
        append(words, "version above %s", found(ABOVE, filter));
        append(words, "below %s", below);
        append(words, "%s at most", found(UP_TO, ABOVE.matcher(filter).replaceAll("")));
        return words.toString();
    }

    private static String found(Pattern pattern, String filter) {
        Matcher matcher = pattern.matcher(filter);
        return matcher.find() ? matcher.group(1) : null;
    }

    private static void append(StringBuilder words, String format, String version) {
        if (version != null) {
            words.append(", ").append(format.formatted(version));
        }
    }
}
