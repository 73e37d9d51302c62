// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.host;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceReference;
import org.slf4j.LoggerFactory;

/** Says in words why a host did not get ready: the doctor's report, or without a doctor what the framework knows. */
final class BootReport {

    private static final int MOST = 8;

    private final BundleContext context;
    private final List<BootProblem> problems;

    /**
     * @param context the framework's
     * @param problems what failed on the way, oldest first
     */
    BootReport(BundleContext context, List<BootProblem> problems) {
        this.context = context;
        this.problems = List.copyOf(problems);
    }

    /** The report; several lines, none of them a stack trace. */
    String text() {
        String doctor = fromDoctor();
        return doctor == null || doctor.isBlank() ? fromFramework() : doctor.strip();
    }

    private String fromDoctor() {
        for (ServiceReference<?> reference : Services.find(context, "(dexaflow.doctor=report)")) {
            try {
                if (context.getService(reference) instanceof Supplier<?> report) {
                    return String.valueOf(report.get());
                }
            } catch (RuntimeException e) {
                LoggerFactory.getLogger(BootReport.class).warn("the doctor could not report", e);
            }
        }
        return null;
    }

    private String fromFramework() {
        Set<String> lines = new LinkedHashSet<>();
        problems.forEach(problem -> lines.add(problem.toString()));
        for (Bundle bundle : context.getBundles()) {
            boolean isFragment = bundle.getHeaders().get("Fragment-Host") != null;
            boolean isMentioned = problems.stream().anyMatch(one -> one.what().contains(bundle.getSymbolicName()));
            if (!isFragment && !isMentioned && bundle.getState() != Bundle.ACTIVE
                    && bundle.getState() != Bundle.STARTING) {
                lines.add(bundle.getSymbolicName() + ": did not start");
            }
        }
        new ServiceNeeds(context).missing().forEach(problem -> lines.add(problem.toString()));
        if (lines.isEmpty()) {
            return "  every bundle is active, and none says that the host is ready";
        }
        List<String> shown = new ArrayList<>(lines.stream().limit(MOST).map(line -> "  " + line).toList());
        if (lines.size() > MOST) {
            shown.add("  and " + (lines.size() - MOST) + " more");
        }
        return String.join("\n", shown);
    }
}
