// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.itest.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.itest.support.Agents;
import io.dexaflow.itest.support.Gate;
import io.dexaflow.itest.support.LiteHost;
import io.dexaflow.itest.support.Processes;
import io.dexaflow.itest.support.RunKey;
import io.dexaflow.itest.support.Trace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The boot time in {@code /proc/stat} moves, as it does when somebody steps the wall clock: host, agent and tasks see a file
 * of the test's in its place. Who is who must not hang on it.
 */
@Tag("long")
class BootTimeIT {

    private static final Pattern BOOT_TIME = Pattern.compile("(?m)^btime (\\d+)$");
    private static final Path STAT = Path.of("/proc/stat");

    @BeforeAll
    static void mountsAreAllowed() throws InterruptedException {
        boolean allowed = false;
        try {
            allowed = new ProcessBuilder("unshare", "--mount", "mount", "--bind", "/proc/stat", "/proc/stat").start()
                    .waitFor() == 0;
        } catch (IOException noSuchProgram) {
            // Said below.
        }
        Assumptions.assumeTrue(allowed, "nothing can be mounted over /proc/stat here");
    }

    @ParameterizedTest(
            name = "D22: the boot time moves by {0} s: what lives is alive, what is left is known and stopped")
    @ValueSource(longs = {-7200, 7200})
    void movedBootTimeChangesNobodysIdentity(long seconds) throws Exception {
        try (LiteHost host = LiteHost.fresh("boot-time")) {
            Path stat = host.place().files().resolve("stat");
            Files.write(stat, Files.readAllBytes(STAT));
            host.under("unshare", "--mount", "sh", "-c", "mount --bind '" + stat + "' /proc/stat && exec \"$@\"", "sh")
                    .start();
            Lab lab = new Lab(host);
            lab.settle();
            Trace trace = lab.trace("moved");
            try (Gate gate = lab.gate("moved")) {
                RunKey run = lab.begun("moved", trace, gate);
                lab.awaitBeat(run, "t");
                long agent = Agents.only(host.place());
                moveBootTime(stat, seconds);
                assertThat(Files.readString(Path.of("/proc/" + agent + "/root/proc/stat")))
                        .as("as the agent sees it")
                        .isEqualTo(Files.readString(stat));

                Processes.signal("STOP", agent);
                lab.pass(Duration.ofSeconds(185));
                lab.cycle();
                assertThat(lab.state(run, "t")).isEqualTo("running");
                assertThat(lab.why(run, "t").sentence("agent_lost_process_alive"))
                        .contains("agent " + agent + " is alive");
                Processes.signal("CONT", agent);
                Agents.kill(host.place());
                lab.cycleUntil("it is lost", () -> lab.row(run, "t").get("infra_confirmed_at") != null
                        || !lab.state(run, "t").equals("running"));
                assertThat(Processes.inGroup(trace.leader())).as("the orphan's group").isEmpty();
                gate.open();
                lab.assertSuccessOnceReplaced(run);
                lab.assertReplacedOnce(run, "t", "agent_lost_orphan_stopped");
                trace.assertExecutions(2, 1);
            }
        }
    }

    /** In place: the mount is of this very file. */
    private static void moveBootTime(Path stat, long seconds) throws IOException {
        Matcher line = BOOT_TIME.matcher(Files.readString(stat));
        assertThat(line.find()).isTrue();
        Files.writeString(stat, line.replaceFirst("btime " + (Long.parseLong(line.group(1)) + seconds)));
    }
}
