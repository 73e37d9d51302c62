// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.executors.subprocess.internal.liveness;

import static org.awaitility.Awaitility.await;

import io.dexaflow.executor.Signal;
import io.dexaflow.executor.Suspect;
import io.dexaflow.executor.Verdict;
import io.dexaflow.executors.agent.process.AgentRecord;
import io.dexaflow.executors.agent.process.AttemptKey;
import io.dexaflow.executors.agent.process.Child;
import io.dexaflow.executors.agent.process.Command;
import io.dexaflow.executors.agent.process.GroupRecord;
import io.dexaflow.executors.agent.process.Machine;
import io.dexaflow.executors.agent.process.Presence;
import io.dexaflow.executors.agent.process.Probe;
import io.dexaflow.executors.agent.process.ProcStat;
import io.dexaflow.executors.agent.process.ProcessTable;
import io.dexaflow.executors.agent.process.Processes;
import io.dexaflow.executors.agent.process.RecordDirectory;
import io.dexaflow.executors.agent.process.Spawner;
import io.dexaflow.model.AttemptId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** What may be left of an attempt, made of real processes and records; all that it starts it ends. */
final class Remains implements AutoCloseable {

    static final String BOOT = Machine.bootId();
    static final Duration QUICK = Duration.ofMillis(300);
    private static final Map<String, byte[]> PATH = Map.of("PATH", "/usr/bin:/bin".getBytes(StandardCharsets.UTF_8));

    final AttemptId attempt = new AttemptId(UUID.randomUUID(), "extract", 1, 1);
    final AttemptKey key = new AttemptKey(attempt.runId().toString(), "extract", 1);
    final Path folder;
    final RecordDirectory records;
    final Map<AttemptId, Memory.Holder> memory = new HashMap<>();
    private final Path home;
    private final Spawner spawner = Spawner.best();
    private final List<Child> children = new ArrayList<>();
    private final Set<Integer> reaped = ConcurrentHashMap.newKeySet();

    Remains(Path home) {
        this.home = home;
        folder = home.resolve("records");
        records = new RecordDirectory(folder.toString());
    }

    Liveness liveness() {
        return liveness(Probes.ofThisMachine(), QUICK);
    }

    Liveness liveness(Probes probes, Duration toTerm) {
        Examiner examiner = new Examiner(records, probes, id -> Optional.ofNullable(memory.get(id)));
        return Liveness.of(new OrphanStop(examiner, toTerm, Duration.ofSeconds(5)));
    }

    Suspect suspect() {
        return new Suspect(attempt, UUID.randomUUID(), "dag", "manual__1", null, null, Instant.EPOCH,
                Duration.ofSeconds(104));
    }

    Verdict judge(Signal signal) {
        return liveness().judge(signal, List.of(suspect())).getFirst();
    }

    Verdict stop(Signal signal) throws InterruptedException {
        return liveness().stopOrphan(signal, suspect());
    }

    /** A process that leads a group of its own, in whose shell the script runs. */
    Child start(String script) {
        try {
            Child child = spawner.spawn(new Command(List.of("sh", "-c", script), PATH, home.toString()));
            children.add(child);
            return child;
        } catch (IOException failed) {
            throw new AssertionError(failed);
        }
    }

    /** The same, and the script has made the file that says that it is so far. */
    Child started(String script) {
        String mark = "up-" + UUID.randomUUID();
        Child child = start(script.replace("UP", "touch " + mark));
        await().until(() -> Files.exists(home.resolve(mark)));
        return child;
    }

    /** A process that is no more, and is not waited for by anybody. */
    int gone() {
        Child child = start("exit 0");
        reap(child);
        return child.pid();
    }

    /** Ends a process and takes its entry away; members of its group go on. */
    void reap(Child child) {
        child.take();
        reaped.add(child.pid());
    }

    /** Kills a process, but not its group. */
    void kill(Child child) {
        Processes.signal(child.pid(), Processes.SIGKILL);
        reap(child);
    }

    /** A process that has ended and whose entry is left. */
    Child zombie() {
        Child child = start("exit 0");
        await().until(() -> ProcStat.read(child.pid()).filter(ProcStat::ended).isPresent());
        return child;
    }

    /** Takes away the entry of a killed leader as its agent, or whoever adopted it, would. */
    Thread reaper(Child child) {
        return Thread.ofPlatform().start(() -> reap(child));
    }

    void agent(int pid, long ticks) throws IOException {
        records.write(key, new AgentRecord(pid, ticks, BOOT, 1));
    }

    void agent(Child child) throws IOException {
        agent(child.pid(), child.startTicks());
    }

    GroupRecord group(int agentPid, Child leader) throws IOException {
        return group(agentPid, leader.pid(), leader.startTicks());
    }

    GroupRecord group(int agentPid, int group, long ticks) throws IOException {
        GroupRecord record = new GroupRecord(agentPid, group, ticks, BOOT, 1);
        records.write(key, record);
        return record;
    }

    Path file(String suffix) {
        return folder.resolve(key.fileStem() + suffix);
    }

    static boolean alive(int group) {
        try {
            return Probe.group(group).present();
        } catch (IOException failed) {
            throw new AssertionError(failed);
        }
    }

    /** Those of this machine but for what a test says. */
    static class Bent implements Probes {

        private final Probes real = Probes.ofThisMachine();

        @Override
        public Presence process(int pid) throws IOException {
            return real.process(pid);
        }

        @Override
        public Presence group(int group, Probe.Moment moment) throws IOException {
            return real.group(group, moment);
        }

        @Override
        public Optional<ProcStat> stat(int pid) {
            return real.stat(pid);
        }

        @Override
        public String bootId() {
            return real.bootId();
        }

        @Override
        public void signal(int group, int signal) throws IOException {
            real.signal(group, signal);
        }
    }

    @Override
    public void close() throws IOException {
        for (Child child : children) {
            boolean reapedBefore = reaped.contains(child.pid());
            // A number whose process and group are gone may be somebody else's by now.
            if (!reapedBefore || !ourMembers(child.pid()).isEmpty()) {
                Processes.signalGroup(child.pid(), Processes.SIGKILL);
            }
            if (!reapedBefore) {
                child.take();
            }
            child.close();
            await().until(() -> ourMembers(child.pid()).isEmpty());
        }
    }

    private List<Integer> ourMembers(int group) throws IOException {
        return ProcessTable.read()
                .members(group)
                .stream()
                .filter(member -> !member.ended())
                .map(ProcStat::pid)
                .filter(this::inHome)
                .toList();
    }

    private boolean inHome(int pid) {
        try {
            return Files.readSymbolicLink(Path.of("/proc/" + pid + "/cwd")).startsWith(home.toRealPath());
        } catch (IOException notShown) {
            return false;
        }
    }
}
