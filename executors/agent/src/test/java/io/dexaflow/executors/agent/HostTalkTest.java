// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.executors.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dexaflow.executors.agent.http.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said to the host, how often, and what its answers do. */
class HostTalkTest {

    private static final Map<String, Object> APPLIED = Map.of("acknowledged", true, "should_terminate", false);
    private static final Map<String, Object> STALE = Map.of("acknowledged", true, "should_terminate", true);

    @TempDir private Path home;
    private AgentBench bench;

    @BeforeEach
    void start() throws Exception {
        bench = new AgentBench(home);
    }

    @AfterEach
    void stop() {
        bench.close();
    }

    @Test
    @DisplayName("T111: a report that cannot be taken is retried until it can, and succeeds once")
    void unavailableReportsAreRetried() {
        AtomicInteger refused = new AtomicInteger();
        bench.host.onReport = report -> report.state().equals("running") || refused.incrementAndGet() > 4
                ? APPLIED
                : Map.of("error", "unavailable");
        AgentBench.Task task = bench.task("true").assign();
        await().atMost(AgentBench.PATIENCE).until(() -> bench.host.states(task.token).size() == 6);
        task.awaitSlotFree();
        assertThat(bench.host.states(task.token)).containsExactly("running", "success", "success", "success", "success",
                "success");
        List<Long> times = bench.host.reports.stream().map(StubHost.Report::nanos).toList();
        // Units of 20 ms here: 1, 2, 4, 8, each at least half.
        int[] least = {10, 20, 40, 80};
        for (int i = 0; i < least.length; i++) {
            assertThat(times.get(i + 2) - times.get(i + 1)).isGreaterThanOrEqualTo(least[i] * 1_000_000L);
        }
    }

    @Test
    void aHostThatAnswers503IsAskedAgain() {
        AgentBench.Task task = bench.bash("while [ ! -e go ]; do sleep 0.02; done").assign();
        task.awaitState("running");
        AtomicInteger tries = new AtomicInteger();
        bench.host.status = path -> path.endsWith("reports") && tries.incrementAndGet() < 4 ? 503 : null;
        home.resolve("go").toFile().mkdir();
        task.awaitSuccess();
        assertThat(tries.get()).isEqualTo(4);
    }

    @Test
    @DisplayName("T112: a report that is refused is not retried")
    void unauthenticatedReportsAreNotRetried() {
        bench.host.onReport = report -> report.state().equals("running") ? APPLIED : Map.of("error", "unauthenticated");
        AgentBench.Task task = bench.task("true").assign();
        task.awaitEnd();
        AgentBench.Task next = bench.task("true").assign();
        next.awaitEnd();
        assertThat(bench.host.states(task.token)).containsExactly("running", "success");
        assertThat(bench.agentLog()).contains("refused: report");
    }

    @Test
    @DisplayName("T113: user code does not start before RUNNING is accepted")
    void userCodeWaitsForRunning() {
        bench.host.onReport = report -> Map.of("error", "unavailable");
        AgentBench.Task task = bench.bash("touch started").assign();
        await().atMost(AgentBench.PATIENCE).until(() -> bench.host.states(task.token).size() >= 4);
        assertThat(home.resolve("started")).doesNotExist();
        bench.host.onReport = report -> APPLIED;
        task.awaitSuccess();
        assertThat(home.resolve("started")).exists();
    }

    @Test
    void shouldTerminateOnRunningStartsNothing() {
        bench.host.onReport = report -> STALE;
        AgentBench.Task task = bench.bash("touch started").assign();
        task.awaitState("running");
        task.awaitSlotFree();
        assertThat(home.resolve("started")).doesNotExist();
        assertThat(bench.host.states(task.token)).containsExactly("running");
    }

    @Test
    void shouldTerminateOnRegisterStartsNothing() {
        AgentBench.Task task = bench.bash("touch started");
        bench.host.registered.put(task.token, Map.of("should_terminate", true));
        task.assign();
        await().atMost(AgentBench.PATIENCE).until(() -> !bench.host.registrations.isEmpty());
        task.awaitSlotFree();
        assertThat(home.resolve("started")).doesNotExist();
        assertThat(bench.host.reports).isEmpty();
    }

    @Test
    @DisplayName("T122: should_terminate on a heartbeat kills the group and nothing more is said")
    void shouldTerminateOnAHeartbeatKills() {
        AgentBench.Task task = bench.bash("trap '' TERM; sleep 60 & sleep 60").assign();
        await().atMost(AgentBench.PATIENCE).until(() -> bench.processes().size() >= 3);
        bench.host.onBeat = token -> Map.of("should_terminate", true);
        task.awaitSlotFree();
        assertThat(bench.processes()).isEmpty();
        assertThat(bench.host.states(task.token)).containsExactly("running");
    }

    @Test
    @DisplayName("T124: a renewed token is used from then on; a beat that failed keeps the old one")
    void renewedTokensAreAdopted() {
        AgentBench.Task task = bench.bash("while [ ! -e go ]; do sleep 0.02; done");
        bench.host.onBeat = token -> token.equals(task.token)
                ? Map.of("should_terminate", false, "token", "renewed")
                : Map.of("error", "unavailable");
        task.assign();
        await().atMost(AgentBench.PATIENCE)
                .until(() -> bench.host.beats.stream().filter(beat -> beat.equals(List.of("renewed"))).count() >= 3);
        bench.host.status = path -> path.endsWith("heartbeats") ? 500 : null;
        int before = bench.host.requests.size();
        await().atMost(AgentBench.PATIENCE).until(() -> bench.host.requests.size() > before + 3);
        home.resolve("go").toFile().mkdir();
        await().atMost(AgentBench.PATIENCE).until(() -> bench.host.states("renewed").contains("success"));
        assertThat(bench.host.states(task.token)).containsExactly("running");
    }

    @Test
    @DisplayName("D12: should_terminate on a heartbeat that arrives after SUCCESS was accepted changes nothing")
    void aLateHeartbeatChangesNothing() {
        bench.host.onReport = report -> {
            if (report.state().equals("success")) {
                // Accepted here already, and the answer still on its way: beats are answered as stale now.
                bench.host.onBeat = token -> Map.of("should_terminate", true);
                int before = bench.host.beats.size();
                await().atMost(AgentBench.PATIENCE).until(() -> bench.host.beats.size() > before + 1);
            }
            return APPLIED;
        };
        AgentBench.Task task = bench.task("true").assign();
        task.awaitSuccess();
        assertThat(bench.host.states(task.token)).containsExactly("running", "success");
    }

    @Test
    void heartbeatsOfAllAttemptsGoTogetherFromRunningToTheEnd() {
        AgentBench.Task one = bench.bash("while [ ! -e go ]; do sleep 0.02; done").assign();
        AgentBench.Task two = bench.bash("while [ ! -e go ]; do sleep 0.02; done").assign();
        await().atMost(AgentBench.PATIENCE)
                .until(() -> bench.host.beats.stream()
                        .anyMatch(beat -> beat.containsAll(List.of(one.token, two.token))));
        home.resolve("go").toFile().mkdir();
        one.awaitSuccess();
        two.awaitSuccess();
        int beats = bench.host.beats.size();
        AgentBench.Task later = bench.bash("sleep 0.5").assign();
        later.awaitSuccess();
        assertThat(bench.host.beats.subList(Math.min(beats + 1, bench.host.beats.size()), bench.host.beats.size()))
                .allSatisfy(beat -> assertThat(beat).containsExactly(later.token));
    }

    @Test
    void aStopKillsTheGroupAtOnce() {
        AgentBench.Task task = bench.bash("trap '' TERM; sleep 60").assign();
        await().atMost(AgentBench.PATIENCE).until(() -> !bench.processes().isEmpty());
        long begin = System.nanoTime();
        bench.host.stop(task.id());
        task.awaitSlotFree();
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(3));
        assertThat(bench.processes()).isEmpty();
        assertThat(bench.host.states(task.token)).containsExactly("running");
    }

    @Test
    void aStopOfWhatIsNotHereIsIgnored() {
        bench.host.stop(Map.of("run", "r", "task", "t", "try", 1, "epoch", 3));
        bench.task("true").assign().awaitSuccess();
    }

    @Test
    void aNewerEpochSupersedesTheOlder() {
        AgentBench.Task older =
                bench.bash("trap '' TERM; while true; do sleep 0.05; [ -e two ] && touch both; done").assign();
        await().atMost(AgentBench.PATIENCE).until(() -> !bench.processes().isEmpty());
        AgentBench.Task newer = bench.new Task(older.run, older.task, 2, List.of("sh", "-c", "touch two; sleep 0.5"));
        newer.assign().awaitSuccess();
        assertThat(home.resolve("both")).as("both executions at once").doesNotExist();
        assertThat(bench.host.states(older.token)).containsExactly("running");
    }

    @Test
    void anOlderEpochIsRefused() {
        AgentBench.Task newer = bench.new Task("run", "task", 5, List.of("sleep", "60"));
        newer.assign().awaitState("running");
        AgentBench.Task older = bench.new Task("run", "task", 4, List.of("true"));
        older.assign();
        await().atMost(AgentBench.PATIENCE).until(() -> ack(older) != null);
        assertThat(ack(older).flag("accepted")).isFalse();
        assertThat(ack(older).text("reason")).contains("epoch 5");
    }

    @Test
    void aRepeatedAssignmentIsAcknowledgedAndNotRunTwice() {
        AgentBench.Task task = bench.bash("echo once >> count; while [ ! -e go ]; do sleep 0.02; done").assign();
        task.awaitState("running");
        task.assign();
        await().atMost(AgentBench.PATIENCE).until(() -> acks(task) == 2);
        home.resolve("go").toFile().mkdir();
        task.awaitSuccess();
        task.assign();
        await().atMost(AgentBench.PATIENCE).until(() -> acks(task) == 3);
        assertThat(home.resolve("count")).hasContent("once\n");
        assertThat(bench.host.states(task.token)).containsExactly("running", "success");
    }

    @Test
    void anAcknowledgementIsRepeatedUntilItsPollIsAnswered() {
        AgentBench.Task task = bench.bash("while [ ! -e go ]; do sleep 0.02; done");
        AtomicInteger polls = new AtomicInteger();
        int before = bench.host.polls.size();
        bench.host.status = path -> path.endsWith("poll") && bench.host.polls.size() > before
                && !bench.host.registrations.isEmpty() && polls.incrementAndGet() <= 2 ? 503 : null;
        task.assign();
        await().atMost(AgentBench.PATIENCE).until(() -> acks(task) >= 1);
        assertThat(ack(task).flag("accepted")).isTrue();
        home.resolve("go").toFile().mkdir();
        task.awaitSuccess();
    }

    @Test
    void theAddressIsReadAgainWhenTheHostMoved() throws Exception {
        AgentBench.Task task = bench.bash("while [ ! -e go ]; do sleep 0.02; done").assign();
        task.awaitState("running");
        bench.host.move(home, () -> {
            home.resolve("go").toFile().mkdir();
            await().atMost(AgentBench.PATIENCE)
                    .until(() -> bench.agentLog().contains("host does not take what is to be said"));
        });
        task.awaitSuccess();
        assertThat(bench.agentLog()).contains("host answers again");
    }

    @Test
    void theTokenIsReadAgainWhenItIsRefused() throws Exception {
        bench.task("true").assign().awaitSuccess();
        bench.host.workerToken = "another";
        AgentBench.Task task = bench.task("true");
        await().atMost(AgentBench.PATIENCE).until(() -> bench.agentLog().contains("the worker's token is refused"));
        Files.writeString(home.resolve("agents/w1.token"), "another\n");
        task.assign().awaitSuccess();
    }

    @Test
    void aMalformedItemDoesNotTakeTheOthersWithIt() {
        AgentBench.Task good = bench.task("true");
        bench.host.onReport = report -> {
            if (report.token().equals("poison")) {
                throw new IllegalArgumentException("malformed");
            }
            return APPLIED;
        };
        AgentBench.Task bad = bench.bash("sleep 0.2");
        bench.host.onBeat = token -> Map.of("should_terminate", false,
                "token", token.equals(bad.token) ? "poison" : token);
        bad.assign();
        good.assign().awaitSuccess();
        bad.awaitSlotFree();
        AgentBench.Task next = bench.task("true").assign();
        next.awaitSuccess();
    }

    @Test
    void drainingTakesNoMoreAndEndsAfterTheLast() throws Exception {
        AgentBench.Task task = bench.bash("while [ ! -e go ]; do sleep 0.02; done").assign();
        task.awaitState("running");
        bench.host.drain();
        await().atMost(AgentBench.PATIENCE)
                .until(() -> bench.host.polls.getLast().flag("draining")
                        && bench.host.polls.getLast().integer("free") == 0);
        int polls = bench.host.polls.size();
        await().pollDelay(Duration.ofMillis(1500)).until(() -> true);
        assertThat(bench.host.polls.size() - polls).as("a draining agent does not spin").isLessThan(5);
        assertThat(bench.agentRuns()).isTrue();
        home.resolve("go").toFile().mkdir();
        task.awaitSuccess();
        await().atMost(AgentBench.PATIENCE).until(() -> !bench.agentRuns());
        assertThat(home.resolve("agents/w1.json")).doesNotExist();
        assertThat(home.resolve("agents/w1.token")).doesNotExist();
    }

    @Test
    void aFullAgentAsksAgainAsSoonAsASlotIsFree(@TempDir Path other) throws Exception {
        try (AgentBench small = new AgentBench(other, AgentBench.QUICK, 1, io.dexaflow.executors.agent.process.Spawner
                .best())) {
            long begin = System.nanoTime();
            List<AgentBench.Task> tasks = java.util.stream.IntStream.range(0, 20)
                    .mapToObj(i -> small.task("true").assign())
                    .toList();
            tasks.forEach(AgentBench.Task::awaitSuccess);
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(10));
        }
    }

    @Test
    void theAgentSaysWhoItIs() throws IOException {
        bench.task("true").assign().awaitSuccess();
        JsonObject poll = bench.host.polls.getFirst();
        assertThat(poll.text("worker")).isEqualTo("w1");
        assertThat(poll.integer("pid")).isEqualTo((int) ProcessHandle.current().pid());
        assertThat(poll.number("start_ticks")).isPositive();
        assertThat(poll.text("boot_id"))
                .isEqualTo(Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip());
        assertThat(poll.integer("free")).isEqualTo(8);
        assertThat(bench.host.registrations.getFirst().fields()).containsKeys("worker", "version", "hostname", "pid",
                "attempts");
        assertThat(Files.readString(home.resolve("agents/w1.json"))).contains("\"capacity\":8")
                .contains("\"boot_id\":");
    }

    private JsonObject ack(AgentBench.Task task) {
        return bench.host.acks.stream().filter(ack -> is(ack, task)).findFirst().orElse(null);
    }

    private long acks(AgentBench.Task task) {
        return bench.host.acks.stream().filter(ack -> is(ack, task)).count();
    }

    private static boolean is(JsonObject ack, AgentBench.Task task) {
        return ack.text("run").equals(task.run) && ack.integer("epoch") == task.epoch;
    }
}
