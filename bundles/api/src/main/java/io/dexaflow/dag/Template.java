// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.dag;

import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * A text with {@code {{ … }}} substitutions, taken apart (contract 3). {@link TemplateParser} makes it; whoever knows
 * the values renders it. Rendering puts the value into the text as it is: nothing in a value is ever evaluated again.
 *
 * @param parts what the text is made of, in order; two literals never follow each other, and no literal is empty
 */
public record Template(List<Part> parts) {

    public Template {
        parts = List.copyOf(parts);
    }

    /** A piece of a template. */
    public sealed interface Part {

        /**
         * Whether the value comes from whoever triggers the run or from another task's output, so that it must never
         * become part of a script (contract 3).
         */
        boolean isControlledByCaller();
    }

    /**
     * Text that stands for itself.
     *
     * @param text the text, never empty
     */
    public record Literal(String text) implements Part {

        public Literal {
            Objects.requireNonNull(text, "text");
        }

        @Override
        public boolean isControlledByCaller() {
            return false;
        }
    }

    /**
     * The value that bears a name, as {@code {{ run_id }}} or {@code {{ params.region }}}.
     *
     * @param name one of {@link TemplateParser#NAMES}
     * @param path what follows {@code params}: the param's name, then keys of the objects inside it; empty for every
     *     other name
     * @param offset where it begins in the text, in characters from 0
     */
    public record Variable(String name, List<String> path, int offset) implements Part {

        public Variable {
            Objects.requireNonNull(name, "name");
            path = List.copyOf(path);
        }

        @Override
        public boolean isControlledByCaller() {
            return name.equals(TemplateParser.PARAMS) || name.equals(TemplateParser.RUN_ID);
        }

        /** The name as the author wrote it: {@code params.region}. */
        public String toText() {
            return path.isEmpty() ? name : name + "." + String.join(".", path);
        }
    }

    /**
     * A value that an upstream task left, as {@code {{ xcom('extract', 'return_value') }}}.
     *
     * @param taskId the task that left it
     * @param key the key it left it under
     * @param offset where it begins in the text, in characters from 0
     */
    public record XCom(String taskId, String key, int offset) implements Part {

        public XCom {
            Objects.requireNonNull(taskId, "taskId");
            Objects.requireNonNull(key, "key");
        }

        @Override
        public boolean isControlledByCaller() {
            return true;
        }
    }

    /** Whether it is the same text for every attempt. */
    public boolean isLiteral() {
        return parts.stream().allMatch(Literal.class::isInstance);
    }

    /**
     * The text with its values.
     *
     * @param values the value of a {@link Variable} or an {@link XCom}, as text; it is never asked for a
     *     {@link Literal}. What it throws passes through: a value that is not there is its business
     */
    public String render(Function<? super Part, String> values) {
        StringBuilder text = new StringBuilder();
        for (Part part : parts) {
            text.append(part instanceof Literal literal ? literal.text() : values.apply(part));
        }
        return text.toString();
    }
}
