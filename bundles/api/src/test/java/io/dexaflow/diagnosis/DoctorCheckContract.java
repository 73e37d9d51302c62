// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What every check of the doctor's must keep. Extend it in the tests of an implementation, once for each state. */
public abstract class DoctorCheckContract {

    /** The check, looking at something that is not as it should be. */
    protected abstract DoctorCheck unwell();

    /** The check, looking at something that is. */
    protected abstract DoctorCheck well();

    @Test
    public void itHasAShortName() {
        assertThat(well().name()).matches("[a-z][a-z0-9-]{1,30}").isEqualTo(unwell().name());
    }

    @Test
    public void nothingWrongIsNothingSaid() {
        assertThat(well().check()).isEmpty();
    }

    @Test
    public void eachFindingSaysWhatItIsWhatWasSeenAndWhatToDo() {
        assertThat(unwell().check()).isNotEmpty().allSatisfy(finding -> {
            assertThat(finding.level()).isNotNull();
            assertThat(finding.what()).isNotBlank();
            assertThat(finding.evidence()).isNotNull();
            assertThat(finding.advice()).isNotBlank();
        });
    }

    @Test
    public void askingTwiceGivesTheSameAnswer() {
        DoctorCheck check = unwell();
        assertThat(check.check()).isEqualTo(check.check());
    }
}
