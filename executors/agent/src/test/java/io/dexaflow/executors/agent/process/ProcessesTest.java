// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.executors.agent.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Spawning, probing and waiting, with real processes. */
class ProcessesTest {

    private static final Map<String, byte[]> PATH = Map.of("PATH", "/usr/bin:/bin".getBytes(StandardCharsets.UTF_8));

    private final Spawner spawner = Spawner.best();

    @Test
    void aLineOfProcIsTakenApartAfterTheLastParenthesis() {
        String line =
                "4711 (a) b (x) S 1 4700 4700 0 -1 4194560 1 0 0 0 1 2 0 0 20 0 1 0 88123 1000 1 18446744073709551615";
        assertThat(ProcStat.parse(4711, line)).contains(new ProcStat(4711, 'S', 1, 4700, 88123));
        assertThat(ProcStat.parse(4711, "nonsense")).isEmpty();
        assertThat(ProcStat.parse(4711, "4711 (x) S 1")).isEmpty();
    }

    @Test
    void aChildLeadsItsOwnGroupAndIsKnownByItsStart() throws Exception {
        try (Child child = start("sleep 60 & sleep 60")) {
            ProcStat stat = ProcStat.read(child.pid()).orElseThrow();
            assertThat(stat.group()).isEqualTo(child.pid());
            assertThat(stat.startTicks()).isEqualTo(child.startTicks()).isPositive();
            assertThat(stat.parent()).isEqualTo(Processes.self());
            assertThat(Probe.process(child.pid())).isEqualTo(Presence.ALIVE);
            assertThat(Probe.group(child.pid())).isEqualTo(Presence.ALIVE);
            end(child);
        }
    }

    @Test
    void aZombieIsDeadAndItsStartIsStillKnown() throws Exception {
        try (Child child = spawner.spawn(new Command(List.of("true"), PATH, null))) {
            await().until(() -> ProcStat.read(child.pid()).filter(ProcStat::ended).isPresent());
            assertThat(child.startTicks()).isPositive();
            assertThat(Processes.signal(child.pid(), 0)).as("signal 0 says a zombie is there").isZero();
            assertThat(Processes.signalGroup(child.pid(), Processes.SIGKILL)).as("and its group").isZero();
            assertThat(Probe.process(child.pid())).isEqualTo(Presence.GONE);
            assertThat(Probe.group(child.pid())).isEqualTo(Presence.GONE);
            assertThat(child.take()).isEqualTo(new ExitStatus(0, 0));
            assertThat(Processes.signal(child.pid(), 0)).isEqualTo(Errno.ESRCH);
        }
    }

    @Test
    void aGroupOutlivesItsLeader() throws Exception {
        try (Child child = start("sleep 60 & exit 3")) {
            while (!child.ended()) {
                child.await(Duration.ofSeconds(5).toNanos());
                if (child.outputReady()) {
                    drain(child);
                }
            }
            assertThat(child.take()).isEqualTo(new ExitStatus(3, 0));
            assertThat(Probe.process(child.pid())).isEqualTo(Presence.GONE);
            assertThat(Probe.group(child.pid())).isEqualTo(Presence.ALIVE);
            assertThat(ProcessTable.read().members(child.pid())).isNotEmpty();
            assertThat(spawner.orphans().awaitGone(child.pid(), 0)).isFalse();
            assertThat(Processes.signalGroup(child.pid(), Processes.SIGKILL)).isZero();
            assertThat(spawner.orphans().awaitGone(child.pid(), Duration.ofSeconds(5).toNanos())).isTrue();
            assertThat(Probe.group(child.pid())).isEqualTo(Presence.GONE);
        }
    }

    @Test
    void signalsThatWouldReachOthersAreRefused() {
        for (int group : new int[]{1, 0, -1}) {
            assertThatThrownBy(() -> Processes.signalGroup(group, 0)).isInstanceOf(IllegalArgumentException.class);
        }
        for (int pid : new int[]{0, -1}) {
            assertThatThrownBy(() -> Processes.signal(pid, 0)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void exitStatuses() {
        assertThat(ExitStatus.ofWait(0x0700)).isEqualTo(new ExitStatus(7, 0));
        assertThat(ExitStatus.ofWait(9)).isEqualTo(new ExitStatus(137, 9));
        assertThat(ExitStatus.ofWait(0x80 | 11).words()).isEqualTo("killed by signal 11 (SIGSEGV)");
        assertThat(new ExitStatus(3, 0).words()).isEmpty();
        assertThat(ExitStatus.ofWait(40).words()).isEqualTo("killed by signal 40");
    }

    @Test
    void aThreadThatWaitsDoesWhatADescriptorDoes() throws Exception {
        try (Child child = start("exit 4")) {
            child.take();
        }
        int[] pipe = Processes.pipe();
        ThreadWatch watch = ThreadWatch.start(1, () -> {
            NativeFiles.read(pipe[0], Arena.ofAuto().allocate(1), 1);
            return new ExitStatus(4, 0);
        });
        assertThat(Processes.poll(-1, watch.descriptor(), 50)).isZero();
        NativeFiles.close(pipe[1]);
        assertThat(Processes.poll(-1, watch.descriptor(), 5000)).isEqualTo(2);
        assertThat(watch.take()).isEqualTo(new ExitStatus(4, 0));
        watch.close();
        NativeFiles.close(pipe[0]);
    }

    @Test
    void noDescriptorIsLeftOpen() throws Exception {
        for (int i = 0; i < 20; i++) {
            SpawnBench.bareSpawnRate(1);
        }
        long before = descriptors();
        SpawnBench.bareSpawnRate(100);
        assertThatThrownBy(() -> spawner.spawn(new Command(List.of("no-such-command"), PATH, null)))
                .isInstanceOf(SpawnFailure.class);
        assertThatThrownBy(() -> spawner.spawn(new Command(List.of("/etc/passwd"), PATH, null)))
                .isInstanceOf(SpawnFailure.class);
        assertThat(descriptors()).isLessThanOrEqualTo(before);
    }

    private static long descriptors() {
        return new java.io.File("/proc/self/fd").list().length;
    }

    private Child start(String script) throws SpawnFailure {
        return spawner.spawn(new Command(List.of("sh", "-c", script), PATH, null));
    }

    private void end(Child child) {
        Processes.signalGroup(child.pid(), Processes.SIGKILL);
        child.take();
        assertThat(spawner.orphans().awaitGone(child.pid(), Duration.ofSeconds(5).toNanos())).isTrue();
    }

    private static void drain(Child child) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment buffer = arena.allocate(100);
            child.read(buffer);
        }
    }
}
