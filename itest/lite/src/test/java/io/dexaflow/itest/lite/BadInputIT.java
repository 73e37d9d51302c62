// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.itest.lite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.SoftAssertions.assertSoftly;

import com.fasterxml.jackson.databind.JsonNode;
import io.dexaflow.itest.support.Answer;
import io.dexaflow.itest.support.Api;
import io.dexaflow.itest.support.Command;
import io.dexaflow.itest.support.Dags;
import io.dexaflow.itest.support.Gate;
import io.dexaflow.itest.support.Homes;
import io.dexaflow.itest.support.Json;
import io.dexaflow.itest.support.LiteHost;
import io.dexaflow.itest.support.Place;
import io.dexaflow.itest.support.Result;
import io.dexaflow.itest.support.RunKey;
import io.dexaflow.itest.support.Waits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What is wrong is said with file, line, key and what to do; nothing else is harmed. */
class BadInputIT {

    private static final boolean IS_ROOT = System.getProperty("user.name").equals("root");

    @RegisterExtension static final LiteHost host = LiteHost.fresh("bad-input");

    private static Path folderOfBadFiles(Path parent) throws IOException {
        Path folder = Files.createDirectories(parent.resolve("bad"));
        BadFile.all().forEach(bad -> bad.in(folder));
        return folder;
    }

    @Test
    void checkNamesFileLineAndKeyAndWhatToDo() throws IOException {
        Path folder = folderOfBadFiles(host.place().files());
        Result result = Command.dexaflow(host.place(), "check", folder).run();
        assertThat(result.exitCode()).as(result.all()).isEqualTo(2);
        List<String> lines = result.all().lines().toList();
        assertSoftly(softly -> BadFile.all().forEach(bad -> {
            String where = bad.name() + (bad.line() > 0 ? ":" + bad.line() : "");
            softly.assertThat(lines)
                    .as(bad.name())
                    .anyMatch(line -> line.contains(where)
                            && bad.words().stream().allMatch(line::contains));
        }));
        assertThat(result.all()).doesNotContain("Exception").doesNotContain("\tat ");

        Result json = Command.dexaflow(host.place(), "check", "--json", folder).run();
        assertThat(json.exitCode()).isEqualTo(2);
        assertThat(json.out()).contains("unknown-key.dag.yaml").contains("\"line\"");
    }

    @Test
    void badFilesInTheFolderAreListedAndGoodOnesAreImported() throws IOException {
        folderOfBadFiles(host.place().dags());
        Dags.write(host.place().dags(), "good", Dags.oneTask("good", "true"));
        Files.writeString(host.place().dags().resolve("compose.yaml"), "services: {db: {image: postgres}}\n");
        Waits.until("the good one is imported", () -> host.api().ask("/api/v2/dags/good").status() == 200);
        Map<String, String> errors = new HashMap<>();
        Waits.until("all errors are listed", Waits.PATIENCE, () -> {
            errors.clear();
            for (JsonNode error : host.api().get("/api/v2/importErrors?limit=1000").get("import_errors")) {
                errors.put(Path.of(error.get("filename").asText()).getFileName().toString(),
                        error.get("stack_trace").asText());
            }
            return errors.size() >= BadFile.all().size();
        }, errors.keySet()::toString);
        assertThat(errors.keySet()).containsExactlyInAnyOrderElementsOf(BadFile.all()
                .stream()
                .map(BadFile::name)
                .toList());
        assertSoftly(softly -> BadFile.all()
                .forEach(bad -> softly.assertThat(errors.get(bad.name()))
                        .as(bad.name())
                        .contains(bad.words())));
        assertThat(host.dexaflow("dags").run().all()).contains("unknown-key.dag.yaml");
        assertThat(host.dexaflow("trigger", "good", "--wait").run().exitCode()).isZero();
        assertThat(host.dexaflow("doctor").run().exitCode()).isZero();
    }

    @Test
    void runRefusesABadFileAndTheHostGoesOn() throws IOException {
        Path folder = folderOfBadFiles(host.place().files());
        for (String name : List.of("unknown-key.dag.yaml", "garbage.dag.yaml", "huge.dag.yaml", "bomb.dag.yaml")) {
            Result result = host.dexaflow("run", folder.resolve(name)).run();
            assertThat(result.exitCode()).as(name + ": " + result.all()).isEqualTo(2);
            assertThat(result.err()).as(name).contains(name).doesNotContain("Exception");
        }
        assertThat(host.dexaflow("run", folder).run().exitCode()).isEqualTo(2);
        assertThat(host.dexaflow("run", "/dev/null").run().exitCode()).isEqualTo(2);
    }

    @Test
    void diskThatIsFullForALogFailsNoTask() throws IOException {
        try (Gate gate = Gate.closed(host.place(), "full")) {
            RunKey run = host.run("full", "dag_id: full\ntasks:\n" + Dags.task("before", "echo seen; " + gate.pass())
                    + Dags.task("during", "head -c 100000 /dev/zero; echo unseen", "depends_on: [before]")
                    + Dags.task("after", "echo seen again", "depends_on: [during]"));
            host.api().awaitTask(run, "before", "running");
            UUID id = (UUID) host.rows().one("select id from dexaflow.dag_run where dag_id = 'full'").get("id");
            Path folder = host.place().home().resolve("logs/tasks/full/" + id + "/during");
            Files.createDirectories(folder);
            Files.createSymbolicLink(folder.resolve("1.e1.agent.log"), Path.of("/dev/full"));
            gate.open();
            assertThat(host.api().awaitEnd(run)).isEqualTo("success");
            assertThat(host.api().log(run, "before", 1)).contains("seen");
            assertThat(host.api().log(run, "after", 1)).contains("seen again");
            assertThat(host.api().text(run.path() + "/taskInstances/during/logs/1").status()).isIn(200, 404);
        }
    }

    @Test
    @DisplayName("D18: any run id is either refused with words or found again")
    void strangeRunIdsAreRefusedOrFoundAgain() {
        Dags.write(host.place().dags(), "named", Dags.oneTask("named", "echo found"));
        Waits.until("the DAG is imported", () -> host.api().ask("/api/v2/dags/named").status() == 200);
        for (String id : List.of("a+b:c~d", "a/b", "a%2Fb", "..", ".", "x".repeat(300), "run \uD83D\uDE80", "a\nb",
                "")) {
            Answer answer = host.api().post("/api/v2/dags/named/dagRuns", Map.of("dag_run_id", id));
            assertThat(answer.status()).as(id + ": " + answer).isLessThan(500);
            if (answer.status() / 100 == 2) {
                RunKey run = new RunKey("named", answer.json().get("dag_run_id").asText());
                assertThat(host.api().awaitEnd(run)).as(id).isEqualTo("success");
                assertThat(host.api().get(run.path()).get("dag_run_id").asText()).isEqualTo(run.runId());
                assertThat(host.api().log(run, "t", 1)).as(id).contains("found");
                Result logs = host.dexaflow("logs", "named", run.runId(), "t").run();
                assertThat(logs.out()).as(id + ": " + logs.err()).contains("found");
            } else {
                assertThat(answer.json().get("detail")).as(id).isNotNull();
            }
        }
        assertThat(host.api().ask("/api/v2/dags/named/dagRuns/" + Api.escaped("a+b:c~d")).status()).isEqualTo(200);
    }

    @Test
    @DisplayName("D20: values that a database or JSON cannot hold are refused, or kept as they are; lists stay readable")
    void valuesNobodyCanStoreBreakNothing() {
        Dags.write(host.place().dags(), "nul", Dags.oneTask("nul", "true"));
        Waits.until("the DAG is imported", () -> host.api().ask("/api/v2/dags/nul").status() == 200);
        Answer nul = host.api().post("/api/v2/dags/nul/dagRuns", Map.of("conf", Map.of("x", "\u0000")));
        assertThat(nul.status()).as(nul.toString()).isLessThan(500);
        assertThat(host.api().ask("/api/v2/dags/nul/dagRuns").ok().json().get("dag_runs")).isNotNull();
        for (String value : List.of("NaN", "Infinity", "{\"a\": NaN}", "\"\\u0000\"", "1e999", "{\"a\":1,\"a\":2}")) {
            RunKey run = host.run("odd", Dags.oneTask("odd", "printf '%s' \"$VALUE\" > \"$DEXAFLOW_RETURN_VALUE_FILE\"",
                    "env: {VALUE: " + Json.write(value) + "}"));
            host.api().awaitEnd(run);
            Answer list = host.api().ask(run.path() + "/taskInstances/t/xcomEntries");
            assertThat(list.status()).as(value + ": " + list).isEqualTo(200);
            assertThat(list.json().get("xcom_entries")).as(value).isNotNull();
            assertThat(host.api().tasks(run)).hasSize(1);
        }
    }

    @Test
    void secondHostOnAHomeIsRefused() {
        Result second = host.dexaflow("lite", "--port", "0").run();
        assertThat(second.exitCode()).as(second.all()).isEqualTo(78);
        assertThat(second.err()).contains(host.place().home().toString())
                .contains("" + host.server().pid())
                .contains("dexaflow stop");
        assertThat(host.dexaflow("doctor").run().exitCode()).isZero();
    }

    @Test
    void copyOfAHomeWhoseOriginalIsThereIsRefused() throws Exception {
        Path copy = host.place().root().resolve("copy");
        Process cp = new ProcessBuilder("cp", "-a", host.place().home().toString(), copy.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        cp.waitFor();
        Result result = Command.dexaflow(host.place(), "lite", "--port", "0", "--home", copy).run();
        assertThat(result.exitCode()).as(result.all()).isEqualTo(78);
        assertThat(result.err()).contains(copy.toString(), host.place().home().toString());
        assertThat(host.dexaflow("doctor").run().exitCode()).isZero();
    }

    @Test
    void takenPortIsRefusedByNumber() throws IOException {
        try (Elsewhere other = new Elsewhere();
                ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Result result = Command.dexaflow(other.place(), "lite", "--port", taken.getLocalPort()).onHome().run();
            assertThat(result.exitCode()).as(result.all()).isEqualTo(78);
            assertThat(result.err()).contains(Integer.toString(taken.getLocalPort())).contains("--port");
        }
        Result wrong = host.dexaflow("lite", "--port", "99999").run();
        assertThat(wrong.exitCode()).isEqualTo(2);
    }

    @Test
    void homeOfSomebodyElseIsRefused() throws IOException {
        try (Elsewhere other = new Elsewhere()) {
            Path locked = Files.createDirectory(other.place().root().resolve("locked"));
            Files.setPosixFilePermissions(locked, PosixFilePermissions.fromString("r-xr-xr-x"));
            Files.setPosixFilePermissions(other.place().root(), PosixFilePermissions.fromString("rwxr-xr-x"));
            Files.setPosixFilePermissions(other.place().tmp(), PosixFilePermissions.fromString("rwxrwxrwx"));
            // A folder of one's own is made one's own again; only somebody else's is refused.
            List<Path> homes = IS_ROOT ? List.of(locked, locked.resolve("home")) : List.of(locked.resolve("home"));
            for (Path home : homes) {
                Command command = Command.dexaflow(other.place(), "lite", "--port", "0", "--home", home);
                Result result = asNobody(command).run();
                assertThat(result.exitCode()).as(result.all()).isEqualTo(78);
                assertThat(result.err()).contains(home.toString()).contains("--home");
            }
        }
    }

    /** Root may do anything, so it steps down to a user that owns nothing. */
    private static Command asNobody(Command command) {
        return IS_ROOT
                ? command.under("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups")
                : command;
    }

    @Test
    void folderThatOthersCanWriteToIsRefused() throws IOException {
        try (Elsewhere other = new Elsewhere()) {
            for (String name : List.of("conf", "deploy")) {
                Path folder = Files.createDirectories(other.place().home().resolve(name));
                Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxr-x"));
                Result result = Command.dexaflow(other.place(), "lite", "--port", "0").onHome().run();
                assertThat(result.exitCode()).as(result.all()).isEqualTo(78);
                assertThat(result.err()).contains(folder.toString()).contains("chmod");
                Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
            }
        }
    }

    @Test
    void badConfigurationIsRefusedByFileAndKey() throws IOException {
        try (Elsewhere other = new Elsewhere()) {
            Path conf = Files.createDirectories(other.place().home().resolve("conf"));
            Path file = conf.resolve("io.dexaflow.gateway.cfg");
            Files.writeString(file, "logs.max_mb = many\n");
            Result result = Command.dexaflow(other.place(), "lite", "--port", "0").onHome().run();
            assertThat(result.exitCode()).as(result.all()).isEqualTo(78);
            assertThat(result.err()).contains(file.toString(), "logs.max_mb", "many");
        }
    }

    /** A folder beside the host's, for boots that are refused before anything starts. */
    private record Elsewhere(Place place) implements AutoCloseable {

        Elsewhere() {
            this(Homes.fresh("elsewhere"));
        }

        @Override
        public void close() {
            new LiteHost(place).close();
        }
    }
}
