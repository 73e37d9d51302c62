// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.dag;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Takes a text with templates in double braces apart. The whole grammar (contract 3): a name of {@link #NAMES}, where
 * {@code params} is followed by {@code .name}; {@code xcom('task', 'key')}; a quoted text, which stands for itself, so
 * that quoted braces in a template write braces. Nothing else is evaluated.
 */
public final class TemplateParser {

    /** The name of the run's parameters. */
    public static final String PARAMS = "params";

    /** The name of the run's id. */
    public static final String RUN_ID = "run_id";

    /** The names a template may use, beside {@code xcom(…)}. */
    public static final List<String> NAMES = List.of(PARAMS, RUN_ID, "logical_date", "data_interval_start",
            "data_interval_end", "ds", "task_id", "dag_id", "try_number");

    private static final String OPEN = "{{";
    private static final String CLOSE = "}}";

    private static final Pattern QUOTED = Pattern.compile("'([^']*)'|\"([^\"]*)\"");
    private static final Pattern NAME = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_-]*(?:\\.[\\p{L}\\p{N}_-]+)*");
    private static final Pattern XCOM = Pattern
            .compile("xcom\\s*\\(\\s*(" + QUOTED + ")\\s*,\\s*(" + QUOTED + ")\\s*\\)");
    private static final Pattern FIRST_WORD = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_]*");
    private static final Pattern XCOM_LIKE = Pattern.compile("xcom\\b.*", Pattern.DOTALL);

    private final String text;
    private final List<Template.Part> parts = new ArrayList<>();
    private final StringBuilder literal = new StringBuilder();

    private TemplateParser(String text) {
        this.text = text;
    }

    /**
     * Takes a text apart.
     *
     * @param text a text with any number of {@code {{ … }}}
     * @throws TemplateException at the first one that cannot be understood
     */
    public static Template parse(String text) {
        return new TemplateParser(text).parse();
    }

    private Template parse() {
        int at = 0;
        for (int open = text.indexOf(OPEN); open >= 0; open = text.indexOf(OPEN, at)) {
            literal.append(text, at, open);
            int close = closeAfter(open);
            expression(text.substring(open + OPEN.length(), close).strip(), open);
            at = close + CLOSE.length();
        }
        literal.append(text, at, text.length());
        flush();
        return new Template(parts);
    }

    /** Braces inside quotes belong to the quoted text. */
    private int closeAfter(int open) {
        char quote = 0;
        for (int i = open + OPEN.length(); i < text.length(); i++) {
            char c = text.charAt(i);
            if (quote != 0) {
                quote = c == quote ? 0 : quote;
            } else if (c == '\'' || c == '"') {
                quote = c;
            } else if (text.startsWith(CLOSE, i)) {
                return i;
            }
        }
        throw new TemplateException(
                "{{ is never closed: write }} after it, or {{ '{{' }} for the two braces themselves",
                open, null);
    }

    private void expression(String inner, int offset) {
        Matcher quoted = QUOTED.matcher(inner);
        if (quoted.matches()) {
            literal.append(unquoted(inner));
            return;
        }
        Template.Part part = XCOM_LIKE.matcher(inner).matches() ? xcom(inner, offset) : variable(inner, offset);
        flush();
        parts.add(part);
    }

    private static Template.Part xcom(String inner, int offset) {
        Matcher call = XCOM.matcher(inner);
        if (!call.matches()) {
            throw new TemplateException("xcom takes a task and a key, both quoted: {{ xcom('task', 'return_value') }}",
                    offset, null);
        }
        return new Template.XCom(unquoted(call.group(1)), unquoted(call.group(4)), offset);
    }

    private static Template.Part variable(String inner, int offset) {
        if (inner.isEmpty()) {
            throw new TemplateException("{{ }} names nothing: write {{ '{{' }} for the two braces themselves", offset,
                    null);
        }
        if (!NAME.matcher(inner).matches()) {
            throw new TemplateException("{{ " + inner + " }} is not understood: only names, params.x and"
                    + " xcom('task', 'key') are substituted, nothing is evaluated; write {{ '{{' }} for the two braces"
                    + " themselves", offset, unknown(inner));
        }
        List<String> words = List.of(inner.split("\\."));
        String name = words.getFirst();
        List<String> path = words.subList(1, words.size());
        if (!NAMES.contains(name)) {
            throw new TemplateException("{{ " + inner + " }}: there is no " + name, offset, name);
        }
        if (name.equals(PARAMS) == path.isEmpty()) {
            throw new TemplateException(path.isEmpty() ? "{{ params }} needs the param's name: {{ params.x }}"
                    : "{{ " + inner + " }}: " + name + " has no parts, write {{ " + name + " }}", offset, null);
        }
        return new Template.Variable(name, path, offset);
    }

    /** The name an expression begins with, when it is none of ours: {@code ti} of {@code ti.xcom_pull(…)}. */
    private static String unknown(String inner) {
        Matcher word = FIRST_WORD.matcher(inner);
        return word.lookingAt() && !NAMES.contains(word.group()) ? word.group() : null;
    }

    private static String unquoted(String quoted) {
        return quoted.substring(1, quoted.length() - 1);
    }

    private void flush() {
        if (!literal.isEmpty()) {
            parts.add(new Template.Literal(literal.toString()));
            literal.setLength(0);
        }
    }
}
