// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.doctor;

import java.util.List;

/**
 * What a bundle registers, or would if it were active, as its manifest says.
 *
 * @param bundle the bundle
 * @param active whether it is active
 * @param offers one for each capability
 */
record BundleOffers(BundleName bundle, boolean active, List<Offer> offers) {

    /** Whether a need would be met by one of its services. */
    boolean meets(Need need) {
        return offers.stream().anyMatch(offer -> offer.meets(need));
    }
}
