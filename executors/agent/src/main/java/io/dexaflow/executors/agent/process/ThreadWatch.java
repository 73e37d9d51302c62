// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
package io.dexaflow.executors.agent.process;

import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;

/**
 * Watches a child through a thread that waits for it, where the system has no descriptors of processes or the JDK owns
 * the child. The thread closes the writing end of a pipe when the child has ended.
 */
final class ThreadWatch implements ExitWatch {

    private static final ExitStatus LOST = new ExitStatus(255, 0);

    private final int descriptor;
    private final FutureTask<ExitStatus> status;

    private ThreadWatch(int descriptor, FutureTask<ExitStatus> status) {
        this.descriptor = descriptor;
        this.status = status;
    }

    static ThreadWatch start(int pid, Callable<ExitStatus> waiting) {
        int[] pipe = Processes.pipe();
        FutureTask<ExitStatus> status = new FutureTask<>(waiting);
        Thread.ofPlatform().name("wait-" + pid).daemon().start(() -> {
            status.run();
            if (pipe != null) {
                NativeFiles.close(pipe[1]);
            }
        });
        return new ThreadWatch(pipe == null ? -1 : pipe[0], status);
    }

    @Override
    public int descriptor() {
        return descriptor;
    }

    @Override
    public boolean ended() {
        return status.isDone();
    }

    @Override
    public ExitStatus take() {
        try {
            ExitStatus ended = status.get();
            return ended == null ? LOST : ended;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return LOST;
        } catch (java.util.concurrent.ExecutionException failed) {
            return LOST;
        }
    }

    @Override
    public void close() {
        NativeFiles.close(descriptor);
    }
}
