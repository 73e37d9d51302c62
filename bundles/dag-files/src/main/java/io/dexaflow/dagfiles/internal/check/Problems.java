// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.dagfiles.internal.check;

import io.dexaflow.dag.ParseError;
import io.dexaflow.dagfiles.internal.tree.Mark;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What was found wrong with one file. */
public final class Problems {

    /** Whoever has more than this mends the first ones and looks again. */
    private static final int LIMIT = 100;

    private static final Comparator<ParseError> BY_PLACE = Comparator.comparingInt(ParseError::line)
            .thenComparingInt(ParseError::column)
            .thenComparing(ParseError::key);

    private final Set<ParseError> errors = new LinkedHashSet<>();

    /**
     * Adds one.
     *
     * @param key the key path it concerns; empty for the whole file
     */
    public void add(Mark mark, String key, String message) {
        errors.add(new ParseError(mark.line(), mark.column(), key, message));
    }

    /** Whether nothing is wrong. */
    public boolean isEmpty() {
        return errors.isEmpty();
    }

    /** All of them in the file's order, up to a hundred. */
    public List<ParseError> inOrder() {
        List<ParseError> all = new ArrayList<>(errors);
        all.sort(BY_PLACE);
        if (all.size() <= LIMIT) {
            return all;
        }
        List<ParseError> first = new ArrayList<>(all.subList(0, LIMIT));
        first.add(new ParseError(0, 0, "", "and " + (all.size() - LIMIT) + " more errors"));
        return first;
    }
}
