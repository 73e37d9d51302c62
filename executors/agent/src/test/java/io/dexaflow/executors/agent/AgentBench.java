// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.executors.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dexaflow.executors.agent.process.AttemptKey;
import io.dexaflow.executors.agent.process.RecordDirectory;
import io.dexaflow.executors.agent.process.Spawner;
import io.dexaflow.executors.agent.support.AgentLog;
import io.dexaflow.executors.agent.support.Timing;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.awaitility.Awaitility;

/** An agent in this process, a stub of the host, a home, and tasks to be given to it. */
final class AgentBench implements AutoCloseable {

    static {
        Awaitility.setDefaultPollInterval(Duration.ofMillis(10));
        Awaitility.setDefaultPollDelay(Duration.ZERO);
    }

    static final Duration PATIENCE = Duration.ofSeconds(30);
    /** Short where waiting proves nothing. */
    static final Timing QUICK = new Timing(Duration.ofMillis(100), Duration.ofSeconds(1), Duration.ofMillis(20),
            Duration.ofSeconds(1), Duration.ofSeconds(5), Duration.ofMillis(500));

    final Path home;
    final StubHost host;
    final RecordDirectory records;
    final ByteArrayOutputStream agentLog = new ByteArrayOutputStream();
    final String mark = UUID.randomUUID().toString();
    Agent agent;
    private final Timing timing;
    private final int capacity;
    private final Spawner spawner;
    private Thread thread;

    /** An attempt as the test describes it. */
    final class Task {

        final String run;
        final String task;
        final int epoch;
        final String token = "attempt-" + UUID.randomUUID();
        final Map<String, Object> spec = new LinkedHashMap<>();
        final Map<String, Object> env = new HashMap<>();
        final Path log;
        final Path scratch;

        Task(String run, String task, int epoch, List<String> argv) {
            this.run = run;
            this.task = task;
            this.epoch = epoch;
            log = home.resolve("logs/tasks/" + UUID.randomUUID() + "/1.e" + epoch + ".agent.log");
            scratch = home.resolve("agents/scratch/" + UUID.randomUUID());
            env.put("DEXAFLOW_TASK_ID", task);
            env.put("MARK", mark);
            spec.put("argv", argv);
            spec.put("env", env);
            spec.put("secrets", Map.of());
            spec.put("inherit_env", List.of("PATH", "HOME", "LC_*"));
            spec.put("working_dir", home.toString());
            spec.put("log_file", log.toString());
            spec.put("log_max_bytes", 100L << 20);
            spec.put("scratch_dir", scratch.toString());
        }

        Task with(String key, Object value) {
            spec.put(key, value);
            return this;
        }

        Task env(String name, String value) {
            env.put(name, value);
            return this;
        }

        Map<String, Object> id() {
            return Map.of("run", run, "task", task, "try", 1, "epoch", epoch);
        }

        AttemptKey key() {
            return new AttemptKey(run, task, 1);
        }

        Task assign() {
            host.registered.putIfAbsent(token,
                    Map.of("task_instance", "ti", "should_terminate", false, "spec", spec));
            return assignOnly();
        }

        Task assignOnly() {
            Map<String, Object> assignment = new LinkedHashMap<>(id());
            assignment.put("task_instance", "ti");
            assignment.put("token", token);
            host.assign(assignment);
            return this;
        }

        StubHost.Report awaitEnd() {
            await().atMost(PATIENCE).until(() -> last() != null);
            awaitSlotFree();
            return last();
        }

        /** The driver has let go of everything. */
        void awaitSlotFree() {
            await().atMost(PATIENCE).until(() -> records.agent(key()).filter(r -> r.epoch() == epoch).isEmpty());
        }

        void awaitState(String state) {
            await().atMost(PATIENCE).until(() -> host.states(token).contains(state));
        }

        StubHost.Report last() {
            return host.reports.stream()
                    .filter(report -> report.token().equals(token) && !report.state().equals("running"))
                    .reduce((first, second) -> second)
                    .orElse(null);
        }

        String log() {
            return new String(logBytes(), StandardCharsets.UTF_8);
        }

        byte[] logBytes() {
            try {
                return Files.exists(log) ? Files.readAllBytes(log) : new byte[0];
            } catch (IOException failed) {
                throw new AssertionError(failed);
            }
        }

        void awaitLog(String text) {
            await().atMost(PATIENCE).until(() -> log().contains(text));
        }

        /** Success, and nothing left. */
        void awaitSuccess() {
            StubHost.Report end = awaitEnd();
            assertThat(end.state()).as("report %s%nlog %s", end.body(), log()).isEqualTo("success");
        }

        /** Failed with that exit code; the words of the report. */
        String awaitFailure(int exitCode) {
            StubHost.Report end = awaitEnd();
            assertThat(end.state()).as("report %s%nlog %s", end.body(), log()).isEqualTo("failed");
            assertThat(end.body().integer("exit_code")).as("report %s", end.body()).isEqualTo(exitCode);
            return String.valueOf(end.body().textOrNull("error"));
        }
    }

    AgentBench(Path home) throws IOException {
        this(home, QUICK, 8, Spawner.best());
    }

    AgentBench(Path home, Timing timing, int capacity, Spawner spawner) throws IOException {
        this.home = home;
        this.timing = timing;
        this.capacity = capacity;
        this.spawner = spawner;
        this.host = new StubHost();
        this.records = new RecordDirectory(home.resolve("records").toString());
        host.writeServerJson(home);
        Files.createDirectories(home.resolve("agents"));
        Files.writeString(home.resolve("agents/w1.token"), host.workerToken);
        start();
    }

    private void start() throws IOException {
        AgentOptions options = AgentOptions.parse(List.of("--home", home.toString(), "--worker", "w1", "--capacity",
                "" + capacity));
        agent = new Agent(options, timing, records, spawner, new AgentLog(new PrintStream(agentLog, true)));
        thread = Thread.ofPlatform().start(() -> {
            try {
                agent.run();
            } catch (IOException | InterruptedException failed) {
                throw new AssertionError(failed);
            }
        });
    }

    Task task(String... argv) {
        return new Task(UUID.randomUUID().toString(), "extract", 1, List.of(argv));
    }

    Task bash(String script) {
        return task("bash", "-c", script);
    }

    String agentLog() {
        return agentLog.toString(StandardCharsets.UTF_8);
    }

    boolean agentRuns() {
        return thread.isAlive();
    }

    /** Names of the records there are; a file that is only kept for further ones is none. */
    List<String> recordFiles() {
        String[] names = new java.io.File(records.path()).list((folder, name) -> !name.startsWith(".spare-"));
        return names == null ? List.of() : List.of(names);
    }

    /** Pids of living processes that this bench's tasks started. */
    List<Integer> processes() {
        return marked("MARK=" + mark);
    }

    static List<Integer> marked(String variable) {
        List<Integer> found = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
            for (Path process : all) {
                try {
                    String environment = Files.readString(process.resolve("environ"), StandardCharsets.ISO_8859_1);
                    if (List.of(environment.split("\0")).contains(variable)) {
                        found.add(Integer.parseInt(process.getFileName().toString()));
                    }
                } catch (IOException gone) {
                    // It ended while we looked.
                }
            }
        } catch (IOException failed) {
            throw new AssertionError(failed);
        }
        return found;
    }

    /** Ends the agent; nothing of its tasks may be left. */
    @Override
    public void close() {
        agent.shutdown();
        await().atMost(PATIENCE).until(() -> !thread.isAlive());
        host.close();
        assertThat(home.resolve("agents/w1.json")).doesNotExist();
        assertThat(new java.io.File(home.toFile(), "agents/scratch").list()).isNullOrEmpty();
        await("no process left").atMost(Duration.ofSeconds(5)).until(() -> processes().isEmpty());
    }
}
