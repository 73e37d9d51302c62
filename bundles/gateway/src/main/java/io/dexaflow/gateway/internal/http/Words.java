// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.gateway.internal.http;

import java.util.regex.Pattern;

/** Words that came from a task or an agent, made fit for the database. */
final class Words {

    /** PostgreSQL texts hold neither NUL nor half a character. */
    private static final Pattern UNSTORABLE =
            Pattern.compile("\\x00|[\\ud800-\\udbff](?![\\udc00-\\udfff])|(?<![\\ud800-\\udbff])[\\udc00-\\udfff]");

    private Words() {}

    /** The text, with U+FFFD where the database could not hold what was there. */
    static String storable(String text) {
        return UNSTORABLE.matcher(text).replaceAll("\ufffd");
    }

    /** Whether the database can hold it as it is. */
    static boolean isStorable(String text) {
        return !UNSTORABLE.matcher(text).find();
    }

    /** The text's beginning, where it is longer. */
    static String cut(String text, int longest) {
        return text.length() <= longest ? text : text.substring(0, longest) + "…";
    }
}
