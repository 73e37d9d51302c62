// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.doctor;

import java.util.Comparator;
import java.util.List;

/**
 * A first cause and what follows from it.
 *
 * @param missing the services that are missing because of it, in words
 * @param waiting the names of the components that wait because of it, itself not among them
 */
record Diagnosis(Cause cause, List<String> missing, List<String> waiting) {

    /** By kind of cause; among one kind the widest first. */
    static final Comparator<Diagnosis> WORTH_READING_FIRST =
            Comparator.comparingInt((Diagnosis diagnosis) -> diagnosis.cause().rank())
                    .thenComparing(diagnosis -> -diagnosis.waiting().size());
}
