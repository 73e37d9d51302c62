// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.dagfiles.internal.check;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Finds the words of a command that some program reads as a script. */
final class Scripts {

    private static final Pattern SHELL = Pattern.compile("(?:.*/)?(?:ba|da|z|k|mk|a|fi|c|tc|)sh");

    /** Options of a shell that are written together: {@code -lc}, {@code -ec}. */
    private static final Pattern SHELL_OPTIONS = Pattern.compile("-[A-Za-z]*c[A-Za-z]*");

    private Scripts() {}

    /** The places of scripts: what follows {@code -c}; with a shell, further options may stand between. */
    static Set<Integer> in(List<String> words) {
        Set<Integer> scripts = new HashSet<>();
        boolean shell = false;
        boolean expected = false;
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            boolean option = shell && (word.startsWith("-") || word.startsWith("+"));
            if (expected) {
                scripts.add(i);
                expected = option;
            } else {
                expected = word.equals("-c") || shell && SHELL_OPTIONS.matcher(word).matches();
            }
            shell = shell || SHELL.matcher(word).matches();
        }
        return scripts;
    }
}
