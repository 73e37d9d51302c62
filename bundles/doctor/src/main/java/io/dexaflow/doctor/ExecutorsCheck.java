// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.doctor;

import io.dexaflow.control.ExecutorDirectory;
import io.dexaflow.control.ExecutorDirectory.ExecutorInfo;
import io.dexaflow.diagnosis.DoctorCheck;
import io.dexaflow.diagnosis.Finding;
import io.dexaflow.diagnosis.Finding.Level;
import io.dexaflow.executor.TaskExecutor;
import java.util.List;
import java.util.stream.Collectors;
import org.osgi.framework.BundleContext;
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

    private static final Need AN_EXECUTOR = new Need(TaskExecutor.class.getName(), null);

    private final ExecutorDirectory directory;
    private final BundleReader bundles;

    /**
     * @param directory knows the executors
     * @param context knows the bundles that would offer one
     */
    @Activate
    public ExecutorsCheck(@Reference(name = "executor-directory") ExecutorDirectory directory, BundleContext context) {
        this.directory = directory;
        this.bundles = new BundleReader(context);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public List<Finding> check() {
        List<ExecutorInfo> executors = directory.executors();
        if (executors.isEmpty()) {
            return List.of(nobody(bundles.offers()));
        }
        if (executors.stream().noneMatch(ExecutorInfo::isDefault)) {
            return List.of(new Finding(Level.WARNING, "The default executor is absent.",
                    "there are only " + executors.stream().map(ExecutorInfo::name).collect(Collectors.joining(", ")),
                    "Start its bundle, or name one that is there: default_executor in io.dexaflow.scheduler.cfg."
                            + " Until then tasks that name no executor wait."));
        }
        return List.of();
    }

    /** Nobody runs tasks: because a bundle or a component that would is not up, or because there is none. */
    static Finding nobody(List<BundleOffers> bundles) {
        List<BundleOffers> offering = bundles.stream().filter(bundle -> bundle.meets(AN_EXECUTOR)).toList();
        String seen = offering.isEmpty() ? "no bundle that is installed offers one"
                : offering.stream().map(ExecutorsCheck::words).collect(Collectors.joining("\n"));
        return new Finding(Level.BLOCKING, "There is no executor, so no task can run.", seen, advice(offering));
    }

    private static String words(BundleOffers offering) {
        return offering.bundle() + (offering.active() ? " would offer one and is not ready with it"
                : " would offer one and is not active");
    }

    private static String advice(List<BundleOffers> offering) {
        return offering.stream()
                .filter(bundle -> !bundle.active())
                .findFirst()
                .map(down -> "Start it from the shell: felix:start " + down.bundle().id() + ".")
                .orElse(offering.isEmpty() ? "Add an executor's bundle, such as io.dexaflow.executors.subprocess."
                        : "See what is said about the components.");
    }
}
