// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.doctor;

import io.dexaflow.control.ExecutorDirectory.ExecutorInfo;
import io.dexaflow.diagnosis.DoctorCheck;
import io.dexaflow.diagnosis.DoctorCheckContract;
import java.util.List;

/** The look at executors keeps what every check must. */
class ExecutorsCheckContractTest extends DoctorCheckContract {

    @Override
    protected DoctorCheck unwell() {
        return check(new ExecutorInfo("mine", "x 1.0", false, 0));
    }

    @Override
    protected DoctorCheck well() {
        return check(new ExecutorInfo("subprocess", "x 1.0", true, 0));
    }

    private static DoctorCheck check(ExecutorInfo executor) {
        return new ExecutorsCheck(() -> List.of(executor), null);
    }
}
