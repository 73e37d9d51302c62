// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.shell;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TableTest {

    @Test
    void columnsAreAsWideAsTheyNeedToBe() {
        assertThat(new Table("A", "LONGER", "C").row("long cell", null, 3).row("x", "y\nz", "").toString())
                .isEqualTo("""
                        A          LONGER  C
                        long cell          3
                        x          y
                        """);
    }
}
