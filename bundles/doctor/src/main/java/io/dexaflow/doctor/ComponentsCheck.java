// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.doctor;

import io.dexaflow.diagnosis.DoctorCheck;
import io.dexaflow.diagnosis.Finding;
import java.util.List;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.runtime.ServiceComponentRuntime;

/**
 * Finds the components that should be up and are not, and names the first cause of each.
 * It only reads; what it cannot follow further it names as it stands.
 */
@Component(name = "io.dexaflow.doctor.components")
public final class ComponentsCheck implements DoctorCheck {

    static final String NAME = "components";

    private final ComponentReader components;
    private final BundleReader bundles;

    /**
     * @param runtime knows the components
     * @param context knows the bundles
     */
    @Activate
    public ComponentsCheck(@Reference(name = "component-runtime") ServiceComponentRuntime runtime,
            BundleContext context) {
        this.components = new ComponentReader(runtime);
        this.bundles = new BundleReader(context);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public List<Finding> check() {
        return new CauseFinder(components.components(), bundles.offers()).diagnoses()
                .stream()
                .map(CauseWords::finding)
                .toList();
    }
}
