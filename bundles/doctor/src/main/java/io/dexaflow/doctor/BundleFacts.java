// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.doctor;

import java.util.List;

/**
 * A bundle as the diagnosis sees it.
 *
 * @param bundle which one
 * @param status how it is
 */
record BundleFacts(BundleName bundle, Status status) {

    /** Its symbolic name. */
    String name() {
        return bundle.name();
    }

    /** How a bundle is. */
    sealed interface Status {}

    /** It is active, or has nothing to start and is resolved. */
    record Up() implements Status {}

    /** It is being started. */
    record Starting() implements Status {}

    /** It was told to start, could be resolved, and is not active: its activator threw. */
    record NotStarted() implements Status {}

    /** Nobody told it to start, or someone stopped it. */
    record Stopped() implements Status {}

    /**
     * It cannot be resolved.
     *
     * @param lacks what no installed bundle offers, in words
     * @param waitsFor the bundles that offer what it needs and cannot be resolved either
     */
    record Unresolved(List<String> lacks, List<String> waitsFor) implements Status {}
}
