// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.doctor;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A service that a component cannot do without.
 *
 * @param service the interface
 * @param target the filter its properties must match; null for any
 */
record Need(String service, String target) {

    private static final String CONDITION = "org.osgi.service.condition.Condition";
    private static final Pattern CONDITION_ID = Pattern.compile("\\(osgi\\.condition\\.id=([^()]+)\\)");

    /** The need in words: a condition by its id, any other service by its interface. */
    String words() {
        if (service.equals(CONDITION) && target != null) {
            Matcher id = CONDITION_ID.matcher(target);
            if (id.matches()) {
                return "the condition " + id.group(1);
            }
        }
        return target == null ? service : service + " with " + target;
    }
}
