// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.dagfiles.internal.folder;

import java.util.regex.Pattern;

/** Turns a pattern of a {@code .gitignore} into a regular expression. */
final class Glob {

    private final String glob;
    private final StringBuilder regex = new StringBuilder();
    private int at;

    private Glob(String glob) {
        this.glob = glob;
    }

    static String toRegex(String glob) {
        return new Glob(glob).convert();
    }

    private String convert() {
        while (at < glob.length()) {
            char c = glob.charAt(at);
            if (glob.startsWith("**/", at) && isSegmentStart()) {
                take("(?:.*/)?", 3);
            } else if (glob.startsWith("**", at)) {
                take(".*", 2);
            } else if (c == '*') {
                take("[^/]*", 1);
            } else if (c == '?') {
                take("[^/]", 1);
            } else if (c == '[' && glob.indexOf(']', at + 2) > 0) {
                characterClass(glob.indexOf(']', at + 2));
            } else if (c == '\\' && at + 1 < glob.length()) {
                take(Pattern.quote(glob.substring(at + 1, at + 2)), 2);
            } else {
                take(Pattern.quote(String.valueOf(c)), 1);
            }
        }
        return regex.toString();
    }

    private boolean isSegmentStart() {
        return at == 0 || glob.charAt(at - 1) == '/';
    }

    private void characterClass(int close) {
        boolean negated = glob.charAt(at + 1) == '!' || glob.charAt(at + 1) == '^';
        StringBuilder inside = new StringBuilder();
        String members = glob.substring(at + (negated ? 2 : 1), close);
        for (int i = 0; i < members.length(); i++) {
            char member = members.charAt(i);
            boolean range = i + 2 < members.length() && members.charAt(i + 1) == '-' && member <= members.charAt(i + 2);
            inside.append('\\').append('x').append(hex(member));
            if (range) {
                inside.append("-\\x").append(hex(members.charAt(i + 2)));
                i += 2;
            }
        }
        take("(?!/)[" + (negated ? "^" : "") + inside + "]", close + 1 - at);
    }

    private static String hex(char c) {
        return "{" + Integer.toHexString(c) + "}";
    }

    private void take(String part, int length) {
        regex.append(part);
        at += length;
    }
}
