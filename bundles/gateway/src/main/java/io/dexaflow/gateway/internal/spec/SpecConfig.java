// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.gateway.internal.spec;

/**
 * What a task's specification takes from configuration: our own log limit, and the subprocess executor's list of
 * variables that a task inherits, which must be told to the agent with each attempt. Both bundles describe their own.
 */
public @interface SpecConfig {

    int logs_max__mb() default 100;

    String[] subprocess_inherit__env() default {};
}
