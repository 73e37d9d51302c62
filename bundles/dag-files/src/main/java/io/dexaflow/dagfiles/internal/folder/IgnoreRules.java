// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.dagfiles.internal.folder;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The rules of one {@code .dexaflowignore}, which are written as those of a {@code .gitignore}: a pattern a line, the
 * last one that matches decides, {@code !} takes a file back in, a slash at the end means folders, a slash elsewhere
 * binds the pattern to the folder of the rules.
 */
final class IgnoreRules {

    /** The file that holds the rules of its folder and all below. */
    static final String FILE = ".dexaflowignore";

    private final List<Rule> rules;

    private record Rule(Pattern pattern, boolean foldersOnly, boolean takesBack) {}

    private IgnoreRules(List<Rule> rules) {
        this.rules = rules;
    }

    static IgnoreRules parse(String text) {
        List<Rule> rules = new ArrayList<>();
        text.lines()
                .map(IgnoreRules::withoutTrailingSpace)
                .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                .forEach(line -> rules.add(rule(line)));
        return new IgnoreRules(rules);
    }

    /**
     * Whether a path is ignored.
     *
     * @param path relative to the folder of the rules, with slashes
     * @return empty where no rule matches, and the rules of the folder above decide
     */
    Optional<Boolean> decide(String path, boolean folder) {
        for (Rule rule : rules.reversed()) {
            if ((folder || !rule.foldersOnly()) && rule.pattern().matcher(path).matches()) {
                return Optional.of(!rule.takesBack());
            }
        }
        return Optional.empty();
    }

    private static Rule rule(String line) {
        boolean takesBack = line.startsWith("!");
        String glob = takesBack ? line.substring(1) : line;
        boolean foldersOnly = glob.endsWith("/");
        glob = foldersOnly ? glob.substring(0, glob.length() - 1) : glob;
        boolean bound = glob.contains("/");
        glob = glob.startsWith("/") ? glob.substring(1) : glob;
        return new Rule(Pattern.compile((bound ? "" : "(?:.*/)?") + Glob.toRegex(glob)), foldersOnly, takesBack);
    }

    /** A space at the end counts only behind a backslash. */
    private static String withoutTrailingSpace(String line) {
        String bare = line.stripTrailing();
        return bare.endsWith("\\") && bare.length() < line.length() ? bare + " " : bare;
    }
}
