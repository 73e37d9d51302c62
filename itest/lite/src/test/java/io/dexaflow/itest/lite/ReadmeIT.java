// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.itest.lite;

import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.itest.support.Command;
import io.dexaflow.itest.support.Distribution;
import io.dexaflow.itest.support.Homes;
import io.dexaflow.itest.support.Leftovers;
import io.dexaflow.itest.support.Place;
import io.dexaflow.itest.support.Result;
import io.dexaflow.itest.support.RunningCommand;
import io.dexaflow.itest.support.Waits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Types in what the README says, in its order, and expects each command to do what a reader expects. */
class ReadmeIT {

    private static final Path ROOT = Path.of(System.getProperty("dexaflow.root"));
    private static final Pattern BLOCK = Pattern.compile("```(\\w+)\n(.*?)```", Pattern.DOTALL);
    private static final Duration BOOT = Duration.ofSeconds(90);

    private final Place place = Homes.fresh("readme");
    private RunningCommand server;

    @AfterEach
    void end() {
        try {
            Leftovers.end(place);
        } finally {
            Homes.remove(place);
        }
    }

    @Test
    void everyCommandOfTheReadmeWorksAsPrinted() throws IOException {
        String readme = Files.readString(ROOT.resolve("README.md"));
        Files.writeString(place.files().resolve("first.dag.yaml"), blocks(readme, "yaml").getFirst());
        Files.createSymbolicLink(place.files().resolve("examples"), ROOT.resolve("examples"));
        List<String> typed = new ArrayList<>();
        for (String line : blocks(readme, "sh").stream().flatMap(String::lines).toList()) {
            if (line.startsWith("./dexaflow ")) {
                type(line.substring("./dexaflow ".length()));
                typed.add(line);
            } else {
                assertThat(line).as("the test command, which runs this test").isEqualTo("mvn -B verify");
            }
        }
        assertThat(typed).hasSizeGreaterThan(8);
        assertThat(server.end(BOOT).exitCode()).as("the server after stop").isZero();
    }

    private void type(String words) {
        if (words.startsWith("lite")) {
            server = command(words + " --port 0").start();
            Waits.until("the server of the README is ready", BOOT, () -> server.all().contains("is ready"),
                    server::all);
            Waits.until("the examples are imported", () -> command("dags").run().out().contains("hello"));
            return;
        }
        Result result = command(words).run();
        assertThat(result.exitCode()).as("%s: %s", words, result.all()).isZero();
        assertThat(result.all()).as(words).isNotBlank();
    }

    private Command command(String words) {
        return Command.of(place, Distribution.located().script(), Arrays.stream(words.split(" ")).toArray())
                .in(place.files());
    }

    private static List<String> blocks(String text, String language) {
        List<String> found = new ArrayList<>();
        Matcher blocks = BLOCK.matcher(text);
        while (blocks.find()) {
            if (blocks.group(1).equals(language)) {
                found.add(blocks.group(2));
            }
        }
        return found;
    }
}
