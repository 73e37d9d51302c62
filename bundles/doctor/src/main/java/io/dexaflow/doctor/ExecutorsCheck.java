// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.doctor;

import io.dexaflow.control.ExecutorDirectory;
import io.dexaflow.control.ExecutorDirectory.ExecutorInfo;
import io.dexaflow.diagnosis.DoctorCheck;
import io.dexaflow.diagnosis.Finding;
import io.dexaflow.diagnosis.Finding.Level;
import java.util.List;
import java.util.stream.Collectors;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * Sees whether there is anyone to run tasks. Without a scheduler this check is absent, and the check of the components
 * says why there is none.
 */
@Component(name = "io.dexaflow.doctor.executors")
public final class ExecutorsCheck implements DoctorCheck {

    static final String NAME = "executors";

    private final ExecutorDirectory directory;

    /** @param directory knows the executors */
    @Activate
    public ExecutorsCheck(@Reference(name = "executor-directory") ExecutorDirectory directory) {
        this.directory = directory;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public List<Finding> check() {
        List<ExecutorInfo> executors = directory.executors();
        if (executors.isEmpty()) {
            return List.of(new Finding(Level.BLOCKING, "There is no executor, so no task can run.",
                    "no bundle offers one",
                    "Start an executor's bundle, or add one, such as io.dexaflow.executors.subprocess."));
        }
        if (executors.stream().noneMatch(ExecutorInfo::isDefault)) {
            return List.of(new Finding(Level.WARNING, "The default executor is absent.",
                    "there are only " + executors.stream().map(ExecutorInfo::name).collect(Collectors.joining(", ")),
                    "Start its bundle, or name one that is there: default_executor in io.dexaflow.scheduler.cfg."
                            + " Until then tasks that name no executor wait."));
        }
        return List.of();
    }
}
