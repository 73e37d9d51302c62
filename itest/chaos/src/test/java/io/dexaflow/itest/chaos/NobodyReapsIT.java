// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.itest.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.itest.support.Gate;
import io.dexaflow.itest.support.LiteHost;
import io.dexaflow.itest.support.Processes;
import io.dexaflow.itest.support.RunKey;
import io.dexaflow.itest.support.Trace;
import io.dexaflow.itest.support.Waits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * The host as the first process of a pid namespace, as in a container without an init: what loses its parent becomes the
 * host's child, and stays a zombie when it is dead.
 */
class NobodyReapsIT {

    private static final String[] NAMESPACE = {"unshare", "--pid", "--fork", "--mount-proc"};

    @BeforeAll
    static void namespacesAreAllowed() throws InterruptedException {
        boolean allowed = false;
        try {
            allowed = new ProcessBuilder(NAMESPACE[0], NAMESPACE[1], NAMESPACE[2], NAMESPACE[3], "true").start()
                    .waitFor() == 0;
        } catch (IOException noSuchProgram) {
            // Said below.
        }
        Assumptions.assumeTrue(allowed, "pid namespaces cannot be made here");
    }

    @Test
    @DisplayName("zombies are dead: a group of nothing else is no reason to wait")
    void groupOfZombiesIsDead() {
        try (LiteHost host = LiteHost.fresh("init").under(NAMESPACE).start()) {
            Lab lab = new Lab(host);
            Trace trace = lab.trace("zombies");
            try (Gate gate = lab.gate("zombies")) {
                lab.settle();
                RunKey run = lab.begun("zombies", trace, gate);
                // The task knows itself by the namespace's numbers.
                List<Processes.Seen> task = Processes.of(host.place().root())
                        .stream()
                        .filter(seen -> seen.words().contains(trace.file().toString()))
                        .toList();
                assertThat(task).isNotEmpty();
                lab.freshAgent();
                Processes.signal("KILL", -task.getFirst().group());
                Path dead = Path.of("/proc/" + task.getFirst().group() + "/stat");
                Waits.until("a zombie is left", () -> Files.readString(dead).contains(") Z "));
                lab.pass(Lab.SILENT);
                lab.cycle();
                lab.assertMarked(run, "t", "agent_lost");
                gate.open();
                lab.assertSuccessOnceReplaced(run);
                trace.assertExecutions(2, 1);
                assertThat(lab.why(run, "t").labels()).contains("agent_lost_never_heartbeated", "infra_replace");
            }
        }
    }
}
