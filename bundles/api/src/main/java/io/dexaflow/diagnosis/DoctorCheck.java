// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.diagnosis;

import java.util.List;

/**
 * Looks at one part of the host and says what is wrong with it. Register it as a service; the doctor asks all of them.
 * A check answers within a second or so, changes nothing, and says what it could not find out instead of throwing.
 */
public interface DoctorCheck {

    /** A short name, as {@code store} or {@code executors}. */
    String name();

    /** What is wrong; empty when nothing is. */
    List<Finding> check();
}
