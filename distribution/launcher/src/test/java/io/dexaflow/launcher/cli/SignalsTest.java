// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.cli;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.equalTo;

import io.dexaflow.launcher.CommandException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

@DisabledOnOs(OS.WINDOWS)
class SignalsTest {

    @Test
    void aSignalIsHeardEachTimeItComes() throws Exception {
        AtomicInteger heard = new AtomicInteger();
        // One that nobody else uses, and that would end this JVM if it were not handled.
        Signals.on("PROF", heard::incrementAndGet);
        for (int times = 1; times <= 2; times++) {
            new ProcessBuilder("kill", "-PROF", Long.toString(ProcessHandle.current().pid())).start().waitFor();
            await().untilAtomic(heard, equalTo(times));
        }
    }

    @Test
    void aSignalThatTheJvmKeepsForItselfIsRefusedInWords() {
        assertThatThrownBy(() -> Signals.on("KILL", () -> {
        })).isInstanceOf(CommandException.class).hasMessageContaining("SIGKILL");
    }
}
