// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.host;

import java.util.List;
import org.osgi.framework.BundleContext;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;

/** Looks services up by their properties, whatever their type: the types of bundles are not the launcher's. */
final class Services {

    private Services() {}

    /** The services that match. */
    static List<ServiceReference<?>> find(BundleContext context, String filter) {
        try {
            ServiceReference<?>[] found = context.getAllServiceReferences(null, filter);
            return found == null ? List.of() : List.of(found);
        } catch (InvalidSyntaxException e) {
            throw new IllegalArgumentException(filter, e);
        }
    }
}
