// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
package io.dexaflow.executors.agent;

import io.dexaflow.executors.agent.attempt.AgentEnvironment;
import io.dexaflow.executors.agent.attempt.Attempt;
import io.dexaflow.executors.agent.attempt.ScratchFolders;
import io.dexaflow.executors.agent.attempt.StopReason;
import io.dexaflow.executors.agent.attempt.Workplace;
import io.dexaflow.executors.agent.http.Backoff;
import io.dexaflow.executors.agent.http.HostClient;
import io.dexaflow.executors.agent.http.ServerAddress;
import io.dexaflow.executors.agent.http.WorkerToken;
import io.dexaflow.executors.agent.process.AgentRecord;
import io.dexaflow.executors.agent.process.Child;
import io.dexaflow.executors.agent.process.Machine;
import io.dexaflow.executors.agent.process.Processes;
import io.dexaflow.executors.agent.process.RecordDirectory;
import io.dexaflow.executors.agent.process.Spawner;
import io.dexaflow.executors.agent.support.AgentLog;
import io.dexaflow.executors.agent.support.Timing;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One agent: builds the parts, starts the loops, and ends when nothing more is to come (drained, idle, its one attempt
 * done, told to stop) and the last attempt has been reported.
 */
final class Agent {

    private static final Duration ACKS = Duration.ofSeconds(2);
    private static final Duration IDLE_DRIVER = Duration.ofMinutes(1);

    private final AgentOptions options;
    private final Timing timing;
    private final AgentLog log;
    private final AttemptTable table;
    private final WorkerFile workerFile;
    private final Map<String, Object> identity = new LinkedHashMap<>();
    private final Workplace workplace;
    private final PollLoop poll;
    private final Chores chores;
    private final List<Runnable> loops;
    private final List<Thread> threads = new ArrayList<>();
    private final ExecutorService drivers;
    private final AtomicBoolean lastAccepted = new AtomicBoolean();
    private boolean cleaned;

    /**
     * @param options the command line
     * @param timing the durations
     * @param records where the records are
     * @param spawner starts processes
     * @param log the agent's log
     * @throws IOException if the token cannot be read
     */
    Agent(AgentOptions options, Timing timing, RecordDirectory records, Spawner spawner, AgentLog log)
            throws IOException {
        this.options = options;
        this.timing = timing;
        this.log = log;
        table = new AttemptTable(options.capacity());
        workerFile = new WorkerFile(options.agents(), options.worker());
        drivers = new ThreadPoolExecutor(0, Integer.MAX_VALUE, IDLE_DRIVER.toSeconds(), TimeUnit.SECONDS,
                new SynchronousQueue<>(), Thread.ofPlatform().name("driver-", 1).daemon().factory());
        AgentRecord self = new AgentRecord(Processes.self(), Machine.startTicks(Processes.self()), Machine.bootId(), 0);
        identify(self);
        workplace = new Workplace(spawner, records, new ScratchFolders(), AgentEnvironment.ofThisProcess(), self,
                timing, log,
                this::ended);
        chores = new Chores(table, workplace);
        HostClient client = new HostClient(new ServerAddress(options.serverJson()),
                new WorkerToken(options.tokenFile()), version());
        Backoff backoff = new Backoff(timing.retryUnit());
        Reporter reporter = new Reporter(client, backoff, registration(), log);
        HostLink host = new HostLink(client, reporter, backoff, identity, log);
        poll = new PollLoop(client, host, table, workplace,
                new PollLoop.Manner(identity, options.once(), options.idle(), drivers, reporter::hurry));
        loops = List.of(poll, reporter,
                new HeartbeatLoop(client, table, options.worker(), timing.heartbeat(), log), chores);
    }

    /** Runs to the end; the exit code: 0, or 1 if the one attempt's report was not accepted (R184). */
    int run() throws IOException, InterruptedException {
        Map<String, Object> self = new LinkedHashMap<>(identity);
        self.put("capacity", options.capacity());
        self.put("once", options.once());
        workerFile.write(self);
        clearRecords();
        log.info("agent started: worker=" + options.worker() + " pid=" + identity.get("pid") + " version=" + version()
                + " capacity=" + options.capacity() + (options.once() ? " once" : ""));
        for (Runnable loop : loops) {
            threads.add(Thread.ofPlatform()
                    .name(loop.getClass().getSimpleName())
                    .daemon()
                    .uncaughtExceptionHandler((thread, death) -> crash(thread, death))
                    .start(loop));
        }
        table.awaitEnd();
        awaitAcks();
        cleanUp();
        return options.once() && poll.assigned() && !lastAccepted.get() ? 1 : 0;
    }

    /** Told to stop: takes nothing more, kills what runs, reports it, and returns when that is done or takes too long. */
    void shutdown() {
        table.close("this agent is told to stop");
        List<Attempt> stopped = table.active();
        if (!stopped.isEmpty()) {
            log.warn("agent told to stop: ending " + stopped.size() + " attempts");
        }
        stopped.forEach(attempt -> attempt.requestStop(StopReason.SHUTDOWN));
        try {
            table.awaitEmpty(timing.stopWait().toNanos());
            cleanUp();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Refreshes the records of live attempts now. */
    void refreshRecords() {
        chores.refresh();
    }

    /** An agent that lacks a loop would look alive and do nothing; one that is gone is dealt with. */
    private void crash(Thread loop, Throwable death) {
        log.warn("agent crashes, " + loop.getName() + " died: " + death);
        Runtime.getRuntime().halt(1);
    }

    /** A folder that is not fit is no reason not to start: it is said with each attempt that is refused. */
    private void clearRecords() {
        try {
            workplace.records().clear();
        } catch (IOException unfit) {
            log.warn("records cannot be looked through: " + unfit.getMessage());
        }
    }

    private void ended(Attempt attempt, Child undead, boolean accepted) {
        lastAccepted.set(accepted);
        if (undead != null) {
            chores.watch(attempt, undead);
        }
        if (attempt.recordsLeft()) {
            chores.tidy(attempt);
        }
        table.ended(attempt, undead == null);
    }

    /** What was refused must be heard; what was accepted and reported needs no acknowledgement any more. */
    private void awaitAcks() throws InterruptedException {
        long end = System.nanoTime() + ACKS.toNanos();
        while (!lastAccepted.get() && !poll.acks().isEmpty() && System.nanoTime() - end < 0) {
            synchronized (this) {
                TimeUnit.MILLISECONDS.timedWait(this, 50);
            }
        }
    }

    /** Whoever comes second waits for the first: it may be the last that this process does. */
    private synchronized void cleanUp() {
        if (cleaned) {
            return;
        }
        cleaned = true;
        threads.forEach(Thread::interrupt);
        drivers.shutdown();
        clearRecords();
        try {
            workplace.scratches().clear();
            Path token = options.tokenFile();
            workerFile.remove(options.agents().equals(token.getParent()) ? new Path[]{token} : new Path[0]);
        } catch (IOException left) {
            log.warn("agent's files stay behind: " + left.getMessage());
        }
        log.info("agent ended: worker=" + options.worker());
    }

    private void identify(AgentRecord self) {
        identity.put("worker", options.worker());
        identity.put("version", version());
        identity.put("pid", self.agentPid());
        identity.put("start_ticks", self.startTicks());
        identity.put("boot_id", self.bootId());
        identity.put("hostname", Machine.hostname());
    }

    private Map<String, Object> registration() {
        Map<String, Object> fields = new LinkedHashMap<>(identity);
        fields.remove("start_ticks");
        fields.remove("boot_id");
        return fields;
    }

    private static String version() {
        String version = Agent.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }
}
