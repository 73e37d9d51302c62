// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
/** How the agent speaks to the host: where it is, with which token, how often again, in which words. */
package io.dexaflow.executors.agent.http;
