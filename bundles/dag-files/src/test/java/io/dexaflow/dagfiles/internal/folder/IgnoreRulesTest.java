// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.dagfiles.internal.folder;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IgnoreRulesTest {

    @ParameterizedTest
    @CsvSource({"a.yaml,a.yaml,true", "a.yaml,x/a.yaml,true", "a.yaml,xa.yaml,", "*.yaml,x/y/a.yaml,true",
            "x/*.yaml,x/a.yaml,true", "x/*.yaml,x/y/a.yaml,", "x/**,x/y/a.yaml,true", "**/x,a/b/x,true", "**/x,x,true",
            "a/**/b,a/b,true", "a/**/b,a/x/y/b,true", "/a.yaml,a.yaml,true", "/a.yaml,x/a.yaml,",
            "a?.yaml,ab.yaml,true",
            "a?.yaml,a/.yaml,", "[ab].yaml,b.yaml,true", "[a-c].yaml,b.yaml,true", "[!ab].yaml,b.yaml,",
            "[!ab].yaml,c.yaml,true",
            "[,[,true", "a.b,aXb,", "\\#a,#a,true", "\\!a,!a,true", "!a,a,false", "build/,build,", "a+(b),a+(b),true"})
    void patternsMeanWhatTheyMeanToGit(String pattern, String path, Boolean ignored) {
        assertThat(IgnoreRules.parse(pattern).decide(path, false).orElse(null)).isEqualTo(ignored);
    }

    @ParameterizedTest
    @CsvSource({"build/,build,true", "build/,x/build,true", "x/build/,y/x/build,", "build,build,true"})
    void aSlashAtTheEndMeansFolders(String pattern, String path, Boolean ignored) {
        assertThat(IgnoreRules.parse(pattern).decide(path, true).orElse(null)).isEqualTo(ignored);
    }

    @ParameterizedTest
    @CsvSource({"a.yaml,true", "b.yaml,false", "c.yaml,"})
    void theLastRuleThatMatchesDecides(String path, Boolean ignored) {
        IgnoreRules rules = IgnoreRules.parse("# comment\n\n[ab].yaml\n!b.yaml  \n");
        assertThat(rules.decide(path, false).orElse(null)).isEqualTo(ignored);
    }
}
