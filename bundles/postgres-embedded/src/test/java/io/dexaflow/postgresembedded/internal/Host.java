// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.postgresembedded.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.postgresembedded.HostProcess;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Another process that has a home open, or tried to. */
final class Host implements AutoCloseable {

    private final Process process;
    private final String words;

    private Host(Process process, String words) {
        this.process = process;
        this.words = words;
    }

    /** How a host is started. */
    record Options(List<String> prefix, Map<String, String> environment, String classPath) {

        static Options plain() {
            return new Options(List.of(), Map.of(), System.getProperty("java.class.path"));
        }
    }

    static Host start(Path home) throws IOException {
        return start(home, Options.plain());
    }

    /** Returns when the host has said what became of it. */
    static Host start(Path home, Options options) throws IOException {
        List<String> command = new ArrayList<>(options.prefix());
        command.addAll(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", options.classPath(), HostProcess.class.getName(),
                home.toString()));
        ProcessBuilder builder = new ProcessBuilder(command).directory(new File("/"))
                .redirectError(Redirect.INHERIT);
        builder.environment().putAll(options.environment());
        Process process = builder.start();
        BufferedReader output = process.inputReader();
        String line = output.readLine();
        return new Host(process, line == null ? "" : line);
    }

    boolean isReady() {
        return words.startsWith("READY ");
    }

    String words() {
        return words;
    }

    String jdbcUrl() {
        assertThat(words).startsWith("READY ");
        return words.substring("READY ".length());
    }

    int exitCode() throws InterruptedException {
        return process.waitFor();
    }

    /** As the kernel's out-of-memory killer would. */
    void crash() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() throws IOException {
        process.getOutputStream().close();
        process.onExit().join();
    }
}
