// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.doctor;

import java.util.List;

/**
 * The first cause of something not being up.
 *
 * <p>The order of the records is the order in which they are worth reading: what broke before what is absent, and what
 * may only need a moment last.
 */
sealed interface Cause {

    /** A component whose activation threw. */
    record ActivationFailed(ComponentFacts component) implements Cause {}

    /** A bundle that would register the service is not active. */
    record BundleDown(String bundle, Need need) implements Cause {}

    /** Nobody offers the service. */
    record NobodyOffers(Need need) implements Cause {}

    /** The component that would register the service has no configuration. */
    record Unconfigured(ComponentFacts component, Need need) implements Cause {}

    /** The component that would register the service is disabled. */
    record Disabled(ComponentFacts component, Need need) implements Cause {}

    /** Components that wait for each other. */
    record Circle(List<String> components) implements Cause {}

    /** A component that is starting, which others wait for. */
    record StillStarting(ComponentFacts component) implements Cause {}

    /** Its place in a report; see the order above. */
    default int rank() {
        return switch (this) {
            case ActivationFailed(_) -> 0;
            case BundleDown(_, _) -> 1;
            case NobodyOffers(_) -> 2;
            case Unconfigured(_, _) -> 3;
            case Disabled(_, _) -> 4;
            case Circle(_) -> 5;
            case StillStarting(_) -> 6;
        };
    }
}
