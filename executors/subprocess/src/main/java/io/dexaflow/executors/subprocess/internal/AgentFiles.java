// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.executors.subprocess.internal;

import io.dexaflow.executors.agent.process.Machine;
import io.dexaflow.executors.agent.process.Presence;
import io.dexaflow.executors.agent.process.Probe;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What agents keep in the home, and what they leave there: an agent that was killed takes nothing away. Only what is
 * certain counts: an agent is dead when its process is gone or the machine was booted anew. A file that tells of no process
 * (a token without its agent's file, a draft) is left behind when two sweeps have found it so. Not safe for two threads.
 */
final class AgentFiles {

    /** Of agents that have ended; enough to see why the last ones did. */
    static final int KEPT_LOGS = 20;

    private static final String AGENT = ".json";
    private static final String TOKEN = ".token";
    private static final String LOG = ".log";
    private static final Pattern PID = Pattern.compile("\"pid\"\\s*:\\s*(\\d{1,9})\\b");
    private static final Pattern BOOT = Pattern.compile("\"boot_id\"\\s*:\\s*\"([^\"]+)\"");

    private final Path agents;
    private final Path programs;
    private final Path logs;
    private Set<Path> doubted = Set.of();

    AgentFiles(Path home) {
        agents = home.resolve("agents");
        programs = agents.resolve("program");
        logs = home.resolve("logs/agents");
    }

    /** Whether there were ever agents here. */
    boolean any() {
        return Files.isDirectory(agents);
    }

    /** The workers whose agents may be alive. */
    List<String> living() throws IOException {
        List<String> living = new ArrayList<>();
        for (Path file : list(agents, "*" + AGENT)) {
            if (!isDead(file)) {
                living.add(worker(file, AGENT));
            }
        }
        return living;
    }

    /**
     * Removes what dead agents left.
     *
     * @param workers those that the executor has to do with, whatever their files say
     * @param program the content of the program that is started now; those of others go with their last agent
     */
    void sweep(Collection<String> workers, String program) throws IOException {
        Set<String> present = new HashSet<>(workers);
        Set<Path> doubtful = new HashSet<>();
        agentFiles(present);
        tokens(present, doubtful);
        doubtful.addAll(list(agents, ".*"));
        doubtful.addAll(list(programs, ".*"));
        for (Path file : doubtful) {
            if (doubted.contains(file)) {
                Files.deleteIfExists(file);
            }
        }
        doubted = doubtful;
        programs(present, program);
        logs(present);
    }

    private void agentFiles(Set<String> present) throws IOException {
        for (Path file : list(agents, "*" + AGENT)) {
            String worker = worker(file, AGENT);
            if (!present.contains(worker) && isDead(file)) {
                Files.deleteIfExists(agents.resolve(worker + TOKEN));
                Files.deleteIfExists(file);
            } else {
                present.add(worker);
            }
        }
    }

    /** One that is about to start has a token and no file yet; one that ends at this moment may leave a token. */
    private void tokens(Set<String> present, Set<Path> doubtful) throws IOException {
        for (Path file : list(agents, "*" + TOKEN)) {
            if (present.add(worker(file, TOKEN))) {
                doubtful.add(file);
            }
        }
    }

    private void programs(Set<String> present, String program) throws IOException {
        for (Path jar : list(programs, "agent-*.jar")) {
            String content = worker(jar, ".jar").substring("agent-".length());
            if (!content.equals(program) && present.stream().noneMatch(worker -> worker.startsWith(content + "-"))) {
                Files.deleteIfExists(jar);
            }
        }
    }

    private void logs(Set<String> present) throws IOException {
        Map<Path, Long> left = new HashMap<>();
        for (Path file : list(logs, "*" + LOG)) {
            if (!present.contains(worker(file, LOG))) {
                left.put(file, Files.getLastModifiedTime(file).toMillis());
            }
        }
        List<Path> oldest = left.keySet().stream().sorted(Comparator.comparing(left::get)).toList();
        for (Path file : oldest.subList(0, Math.max(0, oldest.size() - KEPT_LOGS))) {
            Files.deleteIfExists(file);
        }
    }

    private static boolean isDead(Path agent) throws IOException {
        String self;
        try {
            self = Files.readString(agent);
        } catch (NoSuchFileException ended) {
            return true;
        }
        Matcher pid = PID.matcher(self);
        Matcher boot = BOOT.matcher(self);
        if (!pid.find() || !boot.find()) {
            return false;
        }
        try {
            String now = Machine.bootId();
            boolean otherBoot = !now.equals("unknown") && !boot.group(1).equals("unknown")
                    && !now.equals(boot.group(1));
            int process = Integer.parseInt(pid.group(1));
            return otherBoot || process > 0 && Probe.process(process) == Presence.GONE;
        } catch (LinkageError | UnsupportedOperationException cannotAsk) {
            return false;
        }
    }

    private static String worker(Path file, String suffix) {
        String name = file.getFileName().toString();
        return name.substring(0, name.length() - suffix.length());
    }

    private static List<Path> list(Path folder, String names) throws IOException {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, names)) {
            files.forEach(found::add);
        } catch (NoSuchFileException | NotDirectoryException none) {
            return List.of();
        }
        return found;
    }
}
