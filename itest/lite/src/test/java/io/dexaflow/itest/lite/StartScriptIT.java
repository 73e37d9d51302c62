// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.itest.lite;

import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.itest.support.Command;
import io.dexaflow.itest.support.Dags;
import io.dexaflow.itest.support.Distribution;
import io.dexaflow.itest.support.Homes;
import io.dexaflow.itest.support.Json;
import io.dexaflow.itest.support.Leftovers;
import io.dexaflow.itest.support.Place;
import io.dexaflow.itest.support.Processes;
import io.dexaflow.itest.support.Result;
import io.dexaflow.itest.support.RunningCommand;
import io.dexaflow.itest.support.Waits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The start script, and a host that is not there yet. */
class StartScriptIT {

    private Place place;

    @BeforeEach
    void setUp() {
        place = Homes.fresh("script");
    }

    @AfterEach
    void tearDown() {
        Leftovers.end(place);
        Homes.remove(place);
    }

    private Command bash(String script) {
        return Command.of(place, "bash", "-c", script, "bash", Distribution.located().script());
    }

    @Test
    void theJdkIsLookedForBeforeAnythingIsBuilt() throws IOException {
        Path checkout = Files.createDirectories(place.files().resolve("checkout/distribution")).getParent();
        Path script = Files.copy(Distribution.located().script(), checkout.resolve("dexaflow"));
        Files.createFile(checkout.resolve("pom.xml"));
        Path maven = Files.createDirectories(place.files().resolve("bin")).resolve("mvn");
        Files.writeString(maven, "#!/bin/sh\ntouch '" + place.files().resolve("built") + "'\n");
        assertThat(maven.toFile().setExecutable(true)).isTrue();

        Result none = Command.of(place, script, "--version")
                .with("DEXAFLOW_JAVA", place.files())
                .with("PATH", maven.getParent() + ":" + System.getenv("PATH"))
                .run();

        assertThat(none.exitCode()).as(none.all()).isEqualTo(78);
        assertThat(none.err()).contains("DEXAFLOW_JAVA=" + place.files());
        assertThat(place.files().resolve("built")).doesNotExist();
    }

    @Test
    void namesOutsideAsciiWorkInAnyLocale() {
        Dags.write(place.files(), "plain", Dags.oneTask("plain", "true"));
        String named = "name=$(printf 't\\303\\274r.dag.yaml'); cp plain.dag.yaml \"$name\"; \"$1\" check \"$name\"";
        for (String locale : List.of("LC_ALL=C", "LC_ALL=xx_XX.UTF-8", "LANG=xx_XX", "LC_CTYPE=xx_XX.ISO-8859-1")) {
            Result result = bash("unset LC_ALL LC_CTYPE LANG; export " + locale + "; " + named).run();

            assertThat(result.exitCode()).as(locale + ": " + result.all()).isZero();
        }
    }

    @Test
    void outputThatCannotBeWrittenIsNoSuccess() {
        Result full = bash("\"$1\" --help >/dev/full").run();

        assertThat(full.exitCode()).as(full.all()).isEqualTo(2);
        assertThat(full.err()).contains("could not be written");
    }

    @Test
    void aHostThatIsStartingIsNamedAndCanBeStopped() {
        RunningCommand host = Command.dexaflow(place, "lite", "--port", "0").onHome().start();
        Path lock = place.home().resolve("host.lock");
        Waits.until("the host has taken the home", Waits.PATIENCE,
                () -> Files.exists(lock) && Files.size(lock) > 0, host::all);
        // Held where it is: it takes no longer to start than one of these commands.
        host.signal("STOP");
        assertThat(place.home().resolve("server.json")).doesNotExist();
        for (String words : List.of("doctor", "shell lb", "dags")) {
            Result early = Command.dexaflow(place, (Object[]) words.split(" ")).onHome().run();
            assertThat(early.exitCode()).as(words + ": " + early.all()).isEqualTo(4);
            assertThat(early.err()).contains("a host is starting", "pid " + host.pid());
        }
        Result asked = Command.dexaflow(place, "doctor", "--json").onHome().run();
        assertThat(asked.exitCode()).as(asked.all()).isEqualTo(4);
        assertThat(Json.read(asked.out()).path("findings").path(0).path("what").asText())
                .contains("a host is starting");
        RunningCommand stop = Command.dexaflow(place, "stop").onHome().start();
        Waits.until("stop waits", () -> Processes.of(place.root())
                .stream()
                .anyMatch(seen -> seen.words().contains("launcher.Main stop")));
        host.signal("CONT");

        assertThat(stop.end(Command.LIMIT).exitCode()).as(stop.all()).isZero();
        host.end(Command.LIMIT);
        assertThat(Leftovers.databasesOf(place)).isEmpty();
        assertThat(Command.dexaflow(place, "doctor").onHome().run().exitCode()).isEqualTo(3);
    }
}
