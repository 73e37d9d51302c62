// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.doctor;

import io.dexaflow.diagnosis.Doctor;
import java.util.function.Supplier;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * Gives the report as text to those outside the bundles' class space, who can only ask for types of the JDK: the
 * launcher prints it when a boot takes too long, a test when it fails. It looks anew each time.
 */
@Component(name = "io.dexaflow.doctor.report", service = Supplier.class, property = "dexaflow.doctor=report")
public final class ReportSupplier implements Supplier<String> {

    private final Doctor doctor;

    /** @param doctor is asked each time */
    @Activate
    public ReportSupplier(@Reference(name = "doctor") Doctor doctor) {
        this.doctor = doctor;
    }

    @Override
    public String get() {
        return ReportText.of(doctor.report());
    }
}
