// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class CausesTest {

    private static final String PACKAGE = "Unable to resolve io.x [12](R 12.0): missing requirement [io.x [12](R 12.0)]"
            + " osgi.wiring.package; (&(osgi.wiring.package=com.y.z)(version>=1.2.0)(!(version>=2.0.0)))"
            + " Unresolved requirements: [[io.x [12](R 12.0)] osgi.wiring.package;"
            + " (&(osgi.wiring.package=com.y.z)(version>=1.2.0)(!(version>=2.0.0)))]";
    private static final String CHAIN = "Unable to resolve io.x [12](R 12.0): missing requirement [io.x [12](R 12.0)]"
            + " osgi.wiring.package; (osgi.wiring.package=com.y) [caused by: Unable to resolve com.y [7](R 7.0): missing"
            + " requirement [com.y [7](R 7.0)] osgi.ee; (&(osgi.ee=JavaSE)(version=99))]";

    @Test
    void aMissingPackageIsNamedWithItsVersions() {
        assertThat(Causes.ofResolver(PACKAGE)).isEqualTo("nobody offers the package com.y.z [1.2.0,2.0.0)");
    }

    @Test
    void theInnermostRequirementIsTheFirstCause() {
        assertThat(Causes.ofResolver(CHAIN)).isEqualTo("nobody offers osgi.ee JavaSE, which com.y needs");
    }

    @Test
    void theInnermostExceptionSpeaks() {
        assertThat(Causes.of(new IllegalStateException("outer", new IOException("no space left\nat x"))))
                .isEqualTo("no space left");
    }

    @Test
    void anExceptionWithoutWordsIsNamed() {
        assertThat(Causes.of(new NullPointerException())).isEqualTo("NullPointerException");
    }
}
