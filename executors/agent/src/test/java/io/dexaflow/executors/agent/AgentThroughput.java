// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.executors.agent;

import io.dexaflow.executors.agent.process.SpawnBench;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Not a test: gives an agent process attempts of {@code true} through the stub of the host and prints what they cost.
 * Arguments: the agent's jar, how many attempts, the capacity, then JVM flags. Compare with the rate of bare spawning,
 * printed beside it; absolute times of a busy machine mean nothing.
 */
public final class AgentThroughput {

    private AgentThroughput() {}

    /** Runs it. */
    public static void main(String[] arguments) throws Exception {
        int attempts = Integer.parseInt(arguments[1]);
        Path home = Files.createTempDirectory("agent-throughput");
        Files.createDirectories(home.resolve("agents"));
        Files.createDirectories(home.resolve("tmp"));
        try (StubHost host = new StubHost()) {
            host.writeServerJson(home);
            Files.writeString(home.resolve("agents/w1.token"), host.workerToken);
            Process agent = agent(home, arguments);
            try {
                round(host, home, "warm-up", 200, agent);
                for (int i = 0; i < 3; i++) {
                    round(host, home, "round-" + i, attempts, agent);
                }
            } finally {
                agent.destroy();
                agent.waitFor();
            }
        }
        System.out.printf("bare spawning: %.0f/s%n", SpawnBench.bareSpawnRate(2000));
    }

    private static void round(StubHost host, Path home, String name, int attempts, Process agent) throws Exception {
        int before = host.reports.size();
        long cpu = cpuTicks(agent.pid());
        long begin = System.nanoTime();
        for (int i = 0; i < attempts; i++) {
            String token = name + "-" + i;
            host.registered.put(token, Map.of("should_terminate", false, "spec",
                    Map.of("argv", List.of("true"), "env", Map.of("DEXAFLOW_TASK_ID", "t"), "secrets", Map.of(),
                            "inherit_env", List.of("PATH", "HOME", "LC_*"), "working_dir", home.toString(), "log_file",
                            home.resolve("logs/" + token).toString(), "scratch_dir",
                            home.resolve("agents/scratch/" + token).toString())));
            host.assign(Map.of("run", token, "task", "t", "try", 1, "epoch", 1, "token", token, "task_instance", "ti"));
        }
        while (host.reports.size() < before + 2 * attempts) {
            Thread.sleep(5);
        }
        double seconds = (System.nanoTime() - begin) / 1e9;
        double millis = (cpuTicks(agent.pid()) - cpu) * 10.0 / attempts;
        long requests = host.requests.size();
        host.requests.clear();
        System.out.printf("%s: %d attempts, %.0f/s, %.2f ms CPU each (children included), %d requests, %s%n", name,
                attempts, attempts / seconds, millis, requests, memory(agent.pid()));
    }

    private static Process agent(Path home, String[] arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin/java").toString());
        command.addAll(List.of(arguments).subList(3, arguments.length));
        command.addAll(List.of("-jar", arguments[0], "--home", home.toString(), "--worker", "w1", "--capacity",
                arguments[2]));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true)
                .redirectOutput(home.resolve("agent.log").toFile());
        builder.environment().put("TMPDIR", home.resolve("tmp").toString());
        return builder.start();
    }

    /** User and system time of the process and of the children it waited for, in hundredths of a second. */
    private static long cpuTicks(long pid) throws IOException {
        String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return Long.parseLong(fields[11]) + Long.parseLong(fields[12]) + Long.parseLong(fields[13])
                + Long.parseLong(fields[14]);
    }

    private static String memory(long pid) throws IOException {
        return Files.readAllLines(Path.of("/proc/" + pid + "/status"))
                .stream()
                .filter(line -> line.startsWith("VmHWM") || line.startsWith("VmRSS") || line.startsWith("Threads"))
                .map(line -> line.replaceAll("\\s+", " "))
                .reduce((a, b) -> a + ", " + b)
                .orElse("");
    }
}
