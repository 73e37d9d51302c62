// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TerminalTest {

    @Test
    void aTerminalThatCannotBeSteeredGetsPlainLines() {
        assertThat(Terminal.canSteer("xterm-256color")).isTrue();
        assertThat(Terminal.canSteer("dumb")).isFalse();
        assertThat(Terminal.canSteer("")).isFalse();
        assertThat(Terminal.canSteer(null)).isFalse();
    }
}
