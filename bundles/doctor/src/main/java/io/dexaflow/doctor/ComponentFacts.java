// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.doctor;

import java.util.List;

/**
 * A component as the diagnosis sees it.
 *
 * @param name its name
 * @param bundle its bundle
 * @param status how it is
 * @param offer what it registers, or would
 * @param needs the services it cannot do without, met or not
 */
record ComponentFacts(String name, BundleName bundle, Status status, Offer offer, List<Need> needs) {

    /** How a component is. */
    sealed interface Status {}

    /** It does what it is for, or would at once if asked. */
    record Up() implements Status {}

    /** It has all it needs and is not active yet. */
    record Starting() implements Status {}

    /** It waits for services. */
    record Unsatisfied(List<Need> missing) implements Status {}

    /**
     * Its activation threw.
     *
     * @param trace the stack trace
     */
    record Failed(String trace) implements Status {}

    /**
     * It waits for a configuration.
     *
     * @param pids any of these
     */
    record Unconfigured(List<String> pids) implements Status {}

    /** Someone disabled it. */
    record Disabled() implements Status {}

    /** Whether it should be up and is not. What waits for a configuration or is disabled may be meant to. */
    boolean broken() {
        return switch (status) {
            case Starting(),Unsatisfied(_),Failed(_) -> true;
            case Up(),Unconfigured(_),Disabled() -> false;
        };
    }
}
