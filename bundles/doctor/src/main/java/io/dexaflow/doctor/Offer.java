// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.doctor;

import java.util.Map;
import java.util.Set;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.InvalidSyntaxException;

/**
 * What someone would register if it could start.
 *
 * @param services the interfaces
 * @param properties the services' properties
 */
record Offer(Set<String> services, Map<String, Object> properties) {

    /** Whether a need would be met by it. */
    boolean meets(Need need) {
        return services.contains(need.service()) && (need.target() == null || matches(need.target()));
    }

    private boolean matches(String target) {
        try {
            return FrameworkUtil.createFilter(target).matches(properties);
        } catch (InvalidSyntaxException notAFilter) {
            return false;
        }
    }
}
