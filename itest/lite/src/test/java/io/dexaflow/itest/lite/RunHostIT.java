// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.itest.lite;

import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.itest.support.Command;
import io.dexaflow.itest.support.Dags;
import io.dexaflow.itest.support.Gate;
import io.dexaflow.itest.support.Homes;
import io.dexaflow.itest.support.LiteHost;
import io.dexaflow.itest.support.Place;
import io.dexaflow.itest.support.Processes;
import io.dexaflow.itest.support.Result;
import io.dexaflow.itest.support.RunKey;
import io.dexaflow.itest.support.RunningCommand;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * {@code dexaflow run} with a host of its own: only Ctrl-C and {@code --timeout} are words about the run; whoever stops
 * the host leaves the run to the next one (contract 1).
 */
class RunHostIT {

    private static final Pattern RUN = Pattern.compile("Run (\\S+) of (\\S+)");

    private Place place;
    private LiteHost next;
    private Gate gate;
    private Gate guestGate;

    @BeforeEach
    void setUp() {
        place = Homes.fresh("run-host");
        next = new LiteHost(place);
        gate = Gate.closed(place, "held");
    }

    @AfterEach
    void tearDown() {
        gate.close();
        if (guestGate != null) {
            guestGate.close();
        }
        next.close();
    }

    private Command run(String dagId, Object... options) {
        List<Object> words = new ArrayList<>(List.of("run"));
        words.addAll(List.of(options));
        words.add(Dags.write(place.files(), dagId, Dags.oneTask(dagId, gate.pass())));
        return Command.dexaflow(place, words.toArray()).onHome();
    }

    private RunningCommand startHeld(String dagId) {
        RunningCommand run = run(dagId).start();
        run.awaitText("running          t");
        return run;
    }

    private static RunKey keyOf(Result run) {
        Matcher found = RUN.matcher(run.out());
        assertThat(found.find()).as(run.all()).isTrue();
        return new RunKey(found.group(2), found.group(1));
    }

    private List<Processes.Seen> taskProcesses() {
        return Processes.of(place.root()).stream().filter(seen -> seen.words().startsWith("flock -s")).toList();
    }

    @Test
    void stopOfItsHostLeavesTheRunToTheNextHost() {
        RunningCommand run = startHeld("left");

        Result stop = Command.dexaflow(place, "stop").onHome().run();
        assertThat(stop.exitCode()).as(stop.all()).isZero();
        Result left = run.end(Command.LIMIT);

        assertThat(left.exitCode()).as(left.all()).isEqualTo(3);
        assertThat(left.err()).contains("The host is being stopped.", "goes on with the next one",
                "dexaflow lite --home " + place.home());
        assertThat(taskProcesses()).isNotEmpty();
        next.start();
        assertThat(next.api().state(keyOf(left))).isEqualTo("running");
        gate.open();
        assertThat(next.api().awaitEnd(keyOf(left))).isEqualTo("success");
        assertThat(next.api().task(keyOf(left), "t").get("try_number").asInt()).isEqualTo(1);
    }

    @Test
    void ctrlCStopsTheTasksBeforeItsHostEnds() {
        RunningCommand run = startHeld("stopped");

        run.signalGroup("INT");
        Result stopped = run.end(Command.LIMIT);

        assertThat(stopped.exitCode()).as(stopped.all()).isEqualTo(130);
        assertThat(taskProcesses()).isEmpty();
        next.assertNoDatabaseLeft();
        next.start();
        assertThat(next.api().state(keyOf(stopped))).isEqualTo("failed");
        assertThat(next.api().taskState(keyOf(stopped), "t")).isEqualTo("failed");
    }

    @Test
    void timeoutStopsTheTasksBeforeItsHostEnds() {
        Result late = run("late", "--timeout", "2").run();

        assertThat(late.exitCode()).as(late.all()).isEqualTo(124);
        assertThat(taskProcesses()).isEmpty();
        next.assertNoDatabaseLeft();
        next.start();
        assertThat(next.api().state(keyOf(late))).isEqualTo("failed");
        assertThat(next.api().taskState(keyOf(late), "t")).isEqualTo("failed");
    }

    @Test
    void ctrlCWaitsForTheOtherRunsOnItsHost() {
        RunningCommand owner = startHeld("owner");
        RunningCommand guest = guest();

        owner.signalGroup("INT");
        owner.awaitText("Another dexaflow run uses this host");
        assertThat(guest.isAlive()).isTrue();
        guestGate.open();

        Result done = guest.end(Command.LIMIT);
        assertThat(done.exitCode()).as(done.all()).isZero();
        assertThat(owner.end(Command.LIMIT).exitCode()).isEqualTo(130);
    }

    @Test
    void aSecondCtrlCDoesNotWaitAndTheOtherRunsGoOnWithTheNextHost() {
        RunningCommand owner = startHeld("owner");
        RunningCommand guest = guest();

        owner.signalGroup("INT");
        owner.awaitText("Another dexaflow run uses this host");
        owner.signalGroup("INT");

        assertThat(owner.end(Command.LIMIT).exitCode()).isEqualTo(130);
        Result left = guest.end(Command.LIMIT);
        assertThat(left.exitCode()).as(left.all()).isEqualTo(3);
        assertThat(left.err()).contains("goes on with the next one");
        guestGate.open();
        next.start();
        assertThat(next.api().awaitEnd(keyOf(left))).isEqualTo("success");
    }

    @Test
    void sigtermOfARunOnSomebodyElsesHostSaysNothingAboutTheRun() {
        next.start();
        RunningCommand run = startHeld("guest");

        run.signal("TERM");
        Result ended = run.end(Command.LIMIT);

        assertThat(ended.exitCode()).as(ended.all()).isEqualTo(130);
        assertThat(ended.err()).contains("goes on on its host");
        assertThat(next.api().state(keyOf(ended))).isEqualTo("running");
        gate.open();
        assertThat(next.api().awaitEnd(keyOf(ended))).isEqualTo("success");
    }

    @Test
    void settingsAndReasonsOfARunOnSomebodyElsesHost() {
        next.start();
        Result refused = run("set", "-D", "io.dexaflow.gateway:logs.max_mb=1").run();
        assertThat(refused.exitCode()).as(refused.all()).isEqualTo(2);
        assertThat(refused.err()).contains("has no effect", "pid " + next.server().pid());

        RunningCommand waits = Command
                .dexaflow(place, "run", Dags.write(place.files(), "waits", Dags.oneTask("waits", "true",
                        "executor: nobody")))
                .onHome()
                .start();
        waits.awaitText("waiting          t  for its executor 'nobody'");
        waits.signalGroup("INT");
        assertThat(waits.end(Command.LIMIT).exitCode()).isEqualTo(130);
    }

    /** A run that borrows the host of another, and waits for a gate of its own. */
    private RunningCommand guest() {
        guestGate = Gate.closed(place, "guest");
        RunningCommand guest = Command
                .dexaflow(place, "run", Dags.write(place.files(), "guest",
                        Dags.oneTask("guest", guestGate.pass())))
                .onHome()
                .start();
        guest.awaitText("running          t");
        return guest;
    }
}
