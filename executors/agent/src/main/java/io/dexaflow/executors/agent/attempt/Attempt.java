// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
package io.dexaflow.executors.agent.attempt;

import io.dexaflow.executors.agent.process.AgentRecord;
import io.dexaflow.executors.agent.process.Child;
import io.dexaflow.executors.agent.process.ExitStatus;
import io.dexaflow.executors.agent.process.GroupRecord;
import io.dexaflow.executors.agent.process.Orphans;
import io.dexaflow.executors.agent.process.Processes;
import io.dexaflow.executors.agent.process.RecordDirectory;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * What the agent's threads share about one attempt. Its driver moves it on; the poll, heartbeat and shutdown threads
 * may ask it to stop, which kills its group at once whatever the driver waits for.
 */
public final class Attempt {

    private enum Phase {
        STARTING, BEATING, REPORTING, ENDED
    }

    private final AttemptId id;
    private final String taskInstance;
    private final Attempt predecessor;
    private final CountDownLatch groupGone = new CountDownLatch(1);
    private volatile String token;
    private volatile StopReason stop;
    private Phase phase = Phase.STARTING;
    private AgentRecord agentRecord;
    private GroupRecord groupRecord;
    private AgentRecord toRemove;
    private Child child;
    private boolean taken;
    private CompletableFuture<?> waiting;

    /**
     * @param id which attempt
     * @param taskInstance the task instance's id
     * @param token the attempt's token
     * @param predecessor an older execution of the same try that is being stopped here, or null
     */
    public Attempt(AttemptId id, String taskInstance, String token, Attempt predecessor) {
        this.id = id;
        this.taskInstance = taskInstance;
        this.token = token;
        this.predecessor = predecessor;
    }

    /** Which attempt. */
    public AttemptId id() {
        return id;
    }

    /** The task instance's id. */
    public String taskInstance() {
        return taskInstance;
    }

    /** The attempt's token as last renewed. */
    public String token() {
        return token;
    }

    /** A heartbeat's answer brought a new token. */
    public void renew(String renewed) {
        token = renewed;
    }

    /** Why it is to stop; null if it is not. */
    public StopReason stopReason() {
        return stop;
    }

    /**
     * Stops it: kills its group, ends what its driver waits for. Once its outcome is being reported there is nothing to
     * stop any more: that report is repeated until it is answered.
     */
    public synchronized void requestStop(StopReason reason) {
        if (phase == Phase.REPORTING || phase == Phase.ENDED) {
            return;
        }
        if (stop == null) {
            stop = reason;
        }
        kill();
        if (waiting != null) {
            waiting.cancel(false);
        }
        notifyAll();
    }

    /** Whether heartbeats go out for it: from RUNNING accepted to the end. */
    public synchronized boolean beating() {
        return phase == Phase.BEATING || phase == Phase.REPORTING;
    }

    synchronized void runningAccepted() {
        phase = Phase.BEATING;
    }

    /** From here on it cannot be stopped; false if it was before, and nothing is to be reported. */
    synchronized boolean beginReport() {
        if (abandoned() || stop != null && phase == Phase.STARTING) {
            return false;
        }
        phase = Phase.REPORTING;
        waiting = null;
        return true;
    }

    synchronized void ended() {
        phase = Phase.ENDED;
    }

    /** What the driver waits for now: a stop cancels it, at once if it was asked for already. */
    public synchronized <T> CompletableFuture<T> cancellable(CompletableFuture<T> future) {
        if (phase != Phase.REPORTING) {
            waiting = future;
            if (stop != null) {
                future.cancel(false);
            }
        }
        return future;
    }

    /** Waits, unless the host lets go of it. */
    public synchronized void pause(long nanos) {
        long end = System.nanoTime() + nanos;
        try {
            for (long left = nanos; left > 0 && !abandoned(); left = end - System.nanoTime()) {
                TimeUnit.NANOSECONDS.timedWait(this, left);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether nothing that it says is of any interest any more. */
    public boolean abandoned() {
        return stop != null && stop != StopReason.SHUTDOWN;
    }

    /** Its task has been started; killed at once if a stop came before it. */
    synchronized void started(Child started) {
        child = started;
        if (stop != null) {
            kill();
        }
    }

    /** Kills its whole group, as long as the leader's entry still holds the group's number. */
    public synchronized void kill() {
        if (child != null && !taken) {
            Processes.signalGroup(child.pid(), Processes.SIGKILL);
        }
    }

    /** Takes the exit status of its ended task; nobody signals the group afterwards. */
    synchronized ExitStatus take() {
        taken = true;
        return child.take();
    }

    /** Whether a process that outlived its driver, and its group, are dead by now. */
    public synchronized boolean buried(Child undead, Orphans orphans) {
        if (!taken) {
            undead.await(0);
            kill();
            if (!undead.ended()) {
                return false;
            }
            take();
        }
        return orphans.awaitGone(undead.pid(), 0);
    }

    /** Writes the agent's record; to be done before the attempt is acknowledged. */
    public synchronized void writeAgentRecord(RecordDirectory directory, AgentRecord record) throws IOException {
        directory.write(id.key(), record);
        agentRecord = record;
    }

    /** Writes the group's record; a group that cannot be recorded must not live (T135). */
    synchronized void writeGroupRecord(RecordDirectory directory, GroupRecord record) throws IOException {
        directory.write(id.key(), record);
        groupRecord = record;
    }

    /** Writes its records anew while it lives. */
    public synchronized void refreshRecords(RecordDirectory directory) throws IOException {
        if (agentRecord != null) {
            directory.refresh(id.key(), agentRecord, groupRecord);
        }
    }

    /** Its group is gone, or never was: whoever waits to follow it may start. */
    public void groupGone() {
        groupGone.countDown();
    }

    /**
     * It is over and its group is gone: its records go, if they are still its own. To be called again if it fails: a
     * record that names a living agent keeps its attempt from being judged dead for as long as the agent lives.
     */
    public synchronized void removeRecords(RecordDirectory directory) throws IOException {
        if (agentRecord != null) {
            toRemove = agentRecord;
        }
        agentRecord = null;
        groupRecord = null;
        if (toRemove != null) {
            directory.remove(id.key(), toRemove.agentPid(), toRemove.epoch());
            toRemove = null;
        }
    }

    /** Whether records are left of it that could not be removed. */
    public synchronized boolean recordsLeft() {
        return toRemove != null;
    }

    /** Waits for the group of the older execution that this one replaces. */
    boolean awaitPredecessor(long nanos) {
        try {
            return predecessor == null || predecessor.groupGone.await(nanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
