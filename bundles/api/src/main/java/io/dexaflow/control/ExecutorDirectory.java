// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.control;

import java.util.List;

/** The executors that this host can dispatch to. Published by the scheduler, which holds the only references to them. */
public interface ExecutorDirectory {

    /** The executors, by name. */
    List<ExecutorInfo> executors();

    /**
     * An executor.
     *
     * @param name the name a DAG refers to
     * @param bundle the symbolic name and version of the bundle that offers it
     * @param isDefault whether tasks without an executor of their own go to it
     * @param inFlight attempts being handed to it at this moment
     */
    record ExecutorInfo(String name, String bundle, boolean isDefault, int inFlight) {}
}
