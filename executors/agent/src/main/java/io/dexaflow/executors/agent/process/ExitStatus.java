// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
package io.dexaflow.executors.agent.process;

/**
 * How a process ended.
 *
 * @param code its exit code; for one killed by a signal 128 + the signal, as shells have it, at most 255
 * @param signal the signal that killed it, 0 if none did
 */
public record ExitStatus(int code, int signal) {

    private static final String[] NAMES = {"", "SIGHUP", "SIGINT", "SIGQUIT", "SIGILL", "SIGTRAP", "SIGABRT", "SIGBUS",
            "SIGFPE", "SIGKILL", "SIGUSR1", "SIGSEGV", "SIGUSR2", "SIGPIPE", "SIGALRM", "SIGTERM"};

    /** From the status that {@code waitpid} gives. */
    static ExitStatus ofWait(int status) {
        int signal = status & 0x7f;
        return signal == 0
                ? new ExitStatus((status >> 8) & 0xff, 0)
                : new ExitStatus(Math.min(128 + signal, 255), signal);
    }

    /** Words about a signal death: {@code killed by signal 9 (SIGKILL)}; empty if no signal killed it. */
    public String words() {
        if (signal == 0) {
            return "";
        }
        String name = signal < NAMES.length ? " (" + NAMES[signal] + ")" : "";
        return "killed by signal " + signal + name;
    }
}
