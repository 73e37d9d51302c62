// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.dagfiles.internal.tree;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;

/** Says what most likely went wrong where a YAML parser only says what it did not expect. */
final class YamlHints {

    /** A key whose value begins with a character that YAML keeps for itself. */
    private static final Pattern RESERVED = Pattern
            .compile("^\\s*(?:- +)?([\\w.-]+) *: +([@*`%].*?)\\s*(?: #.*)?$");

    /** What can be no alias: a star, perhaps with a step, and further fields. */
    private static final Pattern CRON = Pattern.compile("\\*(?:/\\S+)?\\s.*");

    private static final Pattern LEADING_TAB = Pattern.compile("^ *\\t");

    private YamlHints() {}

    /** The parser's complaint in our words, at its place. */
    static UnreadableException explain(String text, MarkedYamlEngineException e, String path) {
        Mark mark = e.getProblemMark()
                .or(e::getContextMark)
                .map(found -> new Mark(found.getLine() + 1, found.getColumn() + 1))
                .orElse(Mark.FILE);
        String line = line(text, mark.line());
        if (LEADING_TAB.matcher(line).find() || charAt(line, mark) == '\t') {
            return new UnreadableException(mark, "", "a tab is used where YAML allows only spaces: indent with spaces");
        }
        int contextLine = e.getContextMark().map(context -> context.getLine() + 1).orElse(mark.line());
        return reserved(text, mark.line(), path).or(() -> reserved(text, contextLine, path))
                .orElseGet(
                        () -> new UnreadableException(mark, "", "is not valid YAML: " + words(e) + advice(e, line)));
    }

    /** What to say of {@code schedule: * * * * *}, where the parser sees an alias; empty for what can be one. */
    static Optional<UnreadableException> unquotedCron(String text, Mark mark, String path) {
        Matcher matcher = RESERVED.matcher(line(text, mark.line()));
        boolean cron = matcher.matches() && CRON.matcher(matcher.group(2)).matches();
        return cron ? reserved(text, mark.line(), path) : Optional.empty();
    }

    private static Optional<UnreadableException> reserved(String text, int lineNumber, String path) {
        Matcher matcher = RESERVED.matcher(line(text, lineNumber));
        if (!matcher.matches()) {
            return Optional.empty();
        }
        String value = matcher.group(2);
        return Optional.of(new UnreadableException(new Mark(lineNumber, matcher.start(2) + 1), path,
                "a value that begins with " + value.charAt(0) + " must be in quotes: " + matcher.group(1) + ": \""
                        + value.replace("\"", "\\\"") + "\""));
    }

    private static String words(MarkedYamlEngineException e) {
        String problem = e.getProblem() == null ? "" : e.getProblem();
        String context = e.getContext() == null ? "" : e.getContext() + ", ";
        return (context + problem).replaceAll("\\s+", " ").strip();
    }

    private static String advice(MarkedYamlEngineException e, String line) {
        String problem = String.valueOf(e.getProblem());
        if (line.contains("{{")) {
            return "; a value with {{ … }} must be in quotes";
        }
        if (problem.startsWith("mapping values are not allowed")) {
            return "; a value that contains \": \" must be in quotes, and keys that belong together begin in the same"
                    + " column";
        }
        if (problem.contains("expected <block end>") || problem.contains("could not find expected ':'")) {
            return "; look at the indentation here and at the quotes of the line before";
        }
        return "";
    }

    private static char charAt(String line, Mark mark) {
        int index = mark.column() - 1;
        return index >= 0 && index < line.length() ? line.charAt(index) : ' ';
    }

    private static String line(String text, int number) {
        return text.lines().skip(Math.max(0, number - 1)).findFirst().orElse("");
    }
}
