// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.shell;

import io.dexaflow.store.Readings.Page;
import io.dexaflow.store.Readings.Paging;
import java.util.Map;
import java.util.function.Function;

/** What the commands that list stored things have in common. */
final class Listing {

    private static final String LIMIT = "--limit";
    private static final int USUAL = 100;
    private static final int MOST = 1000;

    private Listing() {}

    /** Adds the option that says how much is listed. */
    static Syntax limited(Syntax syntax) {
        return syntax.option(LIMIT, "N", "how many at most; " + USUAL + " unless said otherwise, " + MOST + " at most");
    }

    /** The first piece of a list. */
    static Paging first(Arguments arguments) {
        return new Paging(0, arguments.option(LIMIT).map(Listing::limit).orElse(USUAL), null);
    }

    /** The list as an answer; JSON names and shape are the API's. */
    static <T> Answer answer(Page<T> page, Table table, String name, Function<T, Map<String, Object>> fields) {
        long more = page.total() - page.rows().size();
        return new Answer(table + (more > 0 ? "... and " + more + " more\n" : ""), new Fields()
                .with(name, page.rows().stream().map(fields).toList())
                .with("total_entries", page.total())
                .map());
    }

    private static int limit(String text) {
        try {
            int limit = Integer.parseInt(text);
            if (limit >= 1 && limit <= MOST) {
                return limit;
            }
        } catch (NumberFormatException notANumber) {
            // Said below.
        }
        throw new CommandFailure(CommandFailure.USAGE, LIMIT + " " + text + ": give a number from 1 to " + MOST);
    }
}
