// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequirementWordsTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "osgi.wiring.package | (osgi.wiring.package=a.b) | the package a.b",
            "osgi.wiring.package | (&(osgi.wiring.package=a.b)(version>=1.0.0)(!(version>=2.0.0)))"
                    + " | the package a.b, version 1.0.0 or newer, below 2.0.0",
            "osgi.wiring.package | (&(osgi.wiring.package=a.b)(version>=1.0.0))"
                    + " | the package a.b, version 1.0.0 or newer",
            "osgi.wiring.package | (&(osgi.wiring.package=a.b)(!(version<=1.0.0))(version<=2.0.0))"
                    + " | the package a.b, version above 1.0.0, 2.0.0 at most",
            "osgi.wiring.host | (&(osgi.wiring.host=a.b)(bundle-version>=1.0.0)) | the bundle a.b",
            "osgi.ee | (&(osgi.ee=JavaSE)(version=27)) | the Java platform JavaSE, version 27",
            "osgi.extender | (osgi.extender=osgi.component)"
                    + " | the capability osgi.extender (osgi.extender=osgi.component)"})
    void saysWhatIsNeeded(String namespace, String filter, String words) {
        assertThat(RequirementWords.of(namespace, filter)).isEqualTo(words);
    }
}
