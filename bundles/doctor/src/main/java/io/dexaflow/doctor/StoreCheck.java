// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.doctor;

import io.dexaflow.diagnosis.DoctorCheck;
import io.dexaflow.diagnosis.Finding;
import io.dexaflow.diagnosis.Finding.Level;
import io.dexaflow.store.DatabaseEndpoint;
import io.dexaflow.store.Readings;
import io.dexaflow.store.StoreException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.osgi.framework.BundleContext;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * Asks the database for its time. Without a store this check is absent, and the check of the components says why there
 * is none.
 */
@Component(name = "io.dexaflow.doctor.store")
public final class StoreCheck implements DoctorCheck {

    static final String NAME = "store";

    private final Readings readings;
    private final BundleContext context;

    /**
     * @param readings a store that has been migrated
     * @param context knows who says where the database is
     */
    @Activate
    public StoreCheck(@Reference(name = "readings") Readings readings, BundleContext context) {
        this.readings = readings;
        this.context = context;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public List<Finding> check() {
        List<Finding> findings = new ArrayList<>();
        try {
            readings.ping();
        } catch (StoreException unreachable) {
            findings.add(new Finding(Level.BLOCKING, "The database does not answer.", Traces.firstCause(unreachable),
                    "See that the database runs and can be reached; the host goes on by itself once it answers."));
        }
        List<String> endpoints = endpoints();
        if (endpoints.size() > 1) {
            findings.add(new Finding(Level.WARNING, "More than one bundle says where the database is.",
                    String.join(", ", endpoints),
                    "Take out all but one of them, or the host may write to a database you did not mean."));
        }
        return findings;
    }

    private List<String> endpoints() {
        try {
            ServiceReference<?>[] found = context.getAllServiceReferences(DatabaseEndpoint.class.getName(), null);
            return found == null ? List.of()
                    : Arrays.stream(found)
                            .filter(reference -> reference.getBundle() != null)
                            .map(reference -> reference.getBundle().getSymbolicName())
                            .sorted()
                            .toList();
        } catch (InvalidSyntaxException impossible) {
            throw new IllegalStateException("no filter was given", impossible);
        }
    }
}
