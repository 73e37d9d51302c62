// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
package io.dexaflow.executors.agent.process;

import java.lang.foreign.MemorySegment;

/**
 * A started process: leader of its own group, with everything it writes coming through one pipe. Used by one thread,
 * its driver, which must {@link #take} its status and {@link #close} it.
 */
public final class Child implements AutoCloseable {

    private static final int OUTPUT = 1;
    private static final int EXIT = 2;
    /** How often a child is looked at when no descriptor was left to watch it by. */
    private static final long LOOK_MILLIS = 100;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final int pid;
    private final long startTicks;
    private final ExitWatch watch;
    private final Leaders leaders;
    private int output;
    private int ready;
    private boolean ended;

    Child(int pid, int output, ExitWatch watch, Leaders leaders) {
        this.pid = pid;
        // Nobody has waited for it yet, so even if it is over its entry is still there.
        this.startTicks = Machine.startTicks(pid);
        this.output = output;
        this.watch = watch;
        this.leaders = leaders;
    }

    /** Its process, and its group. */
    public int pid() {
        return pid;
    }

    /** Its start in clock ticks since boot, 0 if unknown. */
    public long startTicks() {
        return startTicks;
    }

    /** Waits for output or for the end of the process, a given time at most. */
    public void await(long nanos) {
        long millis = Math.max(0, (nanos + NANOS_PER_MILLI - 1) / NANOS_PER_MILLI);
        if (watch.descriptor() < 0) {
            millis = Math.min(millis, LOOK_MILLIS);
        }
        ready = Processes.poll(output, ended ? -1 : watch.descriptor(), (int) Math.min(millis, Integer.MAX_VALUE));
        ended |= (ready & EXIT) != 0 || watch.descriptor() < 0 && watch.ended();
    }

    /** Whether {@link #await} saw output, or the end of the output. */
    public boolean outputReady() {
        return (ready & OUTPUT) != 0;
    }

    /** Whether somebody may still write: the pipe has not come to its end. */
    public boolean outputOpen() {
        return output >= 0;
    }

    /** Whether the process itself has ended, whatever its group does. */
    public boolean ended() {
        return ended;
    }

    /**
     * Reads what is there; to be called when {@link #outputReady}.
     *
     * @return the number of bytes now in the buffer; 0 at the end of the output, which closes it
     */
    public int read(MemorySegment buffer) {
        long got = NativeFiles.read(output, buffer, buffer.byteSize());
        ready &= ~OUTPUT;
        if (got <= 0) {
            closeOutput();
        }
        return (int) Math.max(0, got);
    }

    /** Takes the exit status; blocks if the process has not ended. Its pid means nothing afterwards. */
    public ExitStatus take() {
        ExitStatus status = watch.take();
        leaders.remove(pid);
        ended = true;
        return status;
    }

    @Override
    public void close() {
        closeOutput();
        watch.close();
    }

    private void closeOutput() {
        NativeFiles.close(output);
        output = -1;
    }
}
