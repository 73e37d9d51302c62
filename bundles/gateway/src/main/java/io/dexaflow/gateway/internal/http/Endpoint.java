// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.gateway.internal.http;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** One path of the protocol. */
interface Endpoint {

    /**
     * Answers a call; the servlet adds the server's time.
     *
     * @throws InterruptedException when the host stops
     */
    ObjectNode answer(Call call) throws InterruptedException;
}
