// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
package io.dexaflow.executors.agent.process;

import java.io.IOException;

/** A call into the operating system that failed; the message says what was tried on what, and the system's words. */
public final class ErrnoException extends IOException {

    private static final long serialVersionUID = 1L;

    private final int errno;

    /**
     * @param what what was tried, and on what: {@code "write /tmp/x"}
     * @param errno the error number
     */
    public ErrnoException(String what, int errno) {
        super(what + ": " + Errno.words(errno));
        this.errno = errno;
    }

    /** The error number, one of {@link Errno}. */
    public int errno() {
        return errno;
    }
}
