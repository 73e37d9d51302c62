// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.itest.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.itest.support.Agents;
import io.dexaflow.itest.support.Dags;
import io.dexaflow.itest.support.Gate;
import io.dexaflow.itest.support.LiteHost;
import io.dexaflow.itest.support.Processes;
import io.dexaflow.itest.support.RunKey;
import io.dexaflow.itest.support.Trace;
import io.dexaflow.itest.support.Waits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The clock jumps over the life of every token that there is. */
class ClockJumpsIT {

    @RegisterExtension static final LiteHost host = LiteHost.fresh("jumps");

    private static final Lab LAB = new Lab(host);
    /** An agent that asks is answered by then, and has its token from before the jump. */
    private static final Duration POLL = Duration.ofSeconds(21);

    @BeforeEach
    void settle() {
        LAB.settle();
    }

    @Test
    @DisplayName("design 6.23: three days ahead while a task runs: its agent comes back and takes the next; one re-execution")
    void agentComesBackAfterAJumpAhead() {
        Trace caught = LAB.trace("caught");
        Trace next = LAB.trace("next");
        try (Gate gate = LAB.gate("caught")) {
            RunKey run = LAB.begun("caught", caught, gate);
            long agent = Agents.only(host.place());
            Processes.signal("STOP", agent);
            Waits.throughout("the agent's poll is answered", POLL, () -> true);
            LAB.pass(Duration.ofDays(3));
            // A host looks at the database's clock once a second.
            Waits.throughout("the host may not have seen the clock", Duration.ofMillis(1_200), () -> true);
            Processes.signal("CONT", agent);
            Waits.until("the agent is heard again", () -> agentLog().contains("host gives work again"),
                    ClockJumpsIT::agentLog);

            RunKey later = host.run("next", Dags.oneTask("next", next.around("true")));
            LAB.assertUndisturbed(later, "t", next);
            assertThat(Agents.only(host.place())).as("the one that was cut off").isEqualTo(agent);

            gate.open();
            caught.awaitEnded(1);
            LAB.cycleUntil("it is lost", () -> !LAB.state(run, "t").equals("running"));
            LAB.assertSuccessOnceReplaced(run);
            caught.assertExecutions(2, 2);
            assertThat(LAB.why(run, "t").labels()).contains("infra_replace", "report_success");
        }
    }

    @Test
    @Tag("long")
    @DisplayName("three days ahead while an agent idles: the next task starts")
    void taskAfterAJumpAheadStarts() {
        Trace trace = LAB.trace("after");
        assertThat(host.api().awaitEnd(host.run("warm", Dags.oneTask("warm", "true")))).isEqualTo("success");
        LAB.pass(Duration.ofDays(3));
        RunKey run = host.run("after", Dags.oneTask("after", trace.around("true")));
        // Whoever was handed it by a token of before is given up and placed again.
        LAB.pass(Duration.ofSeconds(6));
        assertThat(host.api().awaitEnd(run)).as(host.api().describe(run)).isEqualTo("success");
        trace.assertExecutions(1, 1);
    }

    /** What all agents of this home have said. */
    private static String agentLog() {
        StringBuilder words = new StringBuilder();
        try (var logs = Files.list(host.place().home().resolve("logs/agents"))) {
            for (Path log : logs.toList()) {
                words.append(Files.readString(log));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return words.toString();
    }
}
