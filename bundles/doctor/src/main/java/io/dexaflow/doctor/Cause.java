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

    /** A bundle that would register a service is not active. */
    record BundleDown(BundleName bundle) implements Cause {}

    /** Nobody offers the service. */
    record NobodyOffers(Need need) implements Cause {}

    /** The component that would register a service has no configuration. */
    record Unconfigured(ComponentFacts component) implements Cause {}

    /** The component that would register a service is disabled. */
    record Disabled(ComponentFacts component) implements Cause {}

    /** Components that wait for each other. */
    record Circle(List<String> components) implements Cause {}

    /** An active bundle that registers a service itself, when it can, has not done so. */
    record NotRegistered(BundleName bundle) implements Cause {}

    /** A component that is starting. */
    record StillStarting(ComponentFacts component) implements Cause {}

    /** Its place in a report; see the order above. */
    default int rank() {
        return switch (this) {
            case ActivationFailed(_) -> 0;
            case BundleDown(_) -> 1;
            case NobodyOffers(_) -> 2;
            case Unconfigured(_) -> 3;
            case Disabled(_) -> 4;
            case Circle(_) -> 5;
            case NotRegistered(_) -> 6;
            case StillStarting(_) -> 7;
        };
    }
}
