// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.executors.subprocess.internal;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * The agent program that this bundle carries, and how it is started: detached, in a session of its own, with its output in
 * a file, so that it outlives the host and every terminal.
 */
final class AgentProgram {

    private static final String RESOURCE = "/agent.jar";
    private static final List<String> JVM = List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData",
            "-Xms16m", "-Xmx128m", "-Xshare:auto");

    private final Path home;
    private final Path jar;
    private final String fingerprint;

    private AgentProgram(Path home, Path jar, String fingerprint) {
        this.home = home;
        this.jar = jar;
        this.fingerprint = fingerprint;
    }

    /** Puts the program into the home, once per content. */
    static AgentProgram unpack(Path home) {
        try (InputStream in = AgentProgram.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException("this bundle carries no agent program; build it with Maven");
            }
            byte[] program = in.readAllBytes();
            String fingerprint = HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(program))
                    .substring(0, 12);
            Path jar = home.resolve("agents/program/agent-" + fingerprint + ".jar");
            if (!Files.exists(jar)) {
                Files.createDirectories(jar.getParent());
                Path part = Files.createTempFile(jar.getParent(), ".agent", ".part");
                Files.write(part, program);
                Files.move(part, jar, StandardCopyOption.ATOMIC_MOVE);
            }
            return new AgentProgram(home, jar, fingerprint);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot put the agent program into " + home + "/agents", e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Tells this program's content from others'; worker ids begin with it. */
    String fingerprint() {
        return fingerprint;
    }

    /**
     * Starts a process.
     *
     * @param worker the worker's id
     * @param token its token, handed over in a file that only the owner can read
     * @param arguments further arguments
     * @throws IOException when it cannot be started; the words name what is missing
     */
    ProcessHandle start(String worker, String token, List<String> arguments) throws IOException {
        Path tokenFile = WorkerTokens.write(home, worker, token);
        Path log = home.resolve("logs/agents/" + worker + ".log");
        Files.createDirectories(log.getParent());
        List<String> command = new ArrayList<>();
        command.add("setsid");
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(JVM);
        // Seen from the home, which is its folder: Java takes a colon in the path of a jar for the end of one.
        command.addAll(List.of("-jar", home.relativize(jar).toString(), "--home", home.toString(), "--worker", worker,
                "--token-file",
                tokenFile.toString()));
        command.addAll(arguments);
        return new ProcessBuilder(command).directory(home.toFile())
                .redirectErrorStream(true)
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start()
                .toHandle();
    }
}
