// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
package io.dexaflow.executors.agent.process;

/** Watches a child through a descriptor of the process (Linux 5.3 and later): no thread waits. */
record PidfdWatch(int pid, int descriptor) implements ExitWatch {

    private static final ExitStatus LOST = new ExitStatus(255, 0);

    @Override
    public boolean ended() {
        return false;
    }

    @Override
    public ExitStatus take() {
        ExitStatus status = Processes.await(pid);
        return status == null ? LOST : status;
    }

    @Override
    public void close() {
        NativeFiles.close(descriptor);
    }
}
