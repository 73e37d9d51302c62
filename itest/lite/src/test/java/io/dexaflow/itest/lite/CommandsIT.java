// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.itest.lite;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dexaflow.itest.support.Api;
import io.dexaflow.itest.support.Command;
import io.dexaflow.itest.support.Dags;
import io.dexaflow.itest.support.Gate;
import io.dexaflow.itest.support.Json;
import io.dexaflow.itest.support.LiteHost;
import io.dexaflow.itest.support.Processes;
import io.dexaflow.itest.support.Result;
import io.dexaflow.itest.support.RunKey;
import io.dexaflow.itest.support.RunningCommand;
import io.dexaflow.itest.support.Waits;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Every command against a running host: what it prints and what it exits with (contract 1). */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class CommandsIT {

    private static final List<String> COMMANDS =
            List.of("run", "check", "lite", "trigger", "backup", "restore", "dags", "runs", "tasks",
                    "logs", "doctor", "shell", "stop");

    @RegisterExtension static final LiteHost host = LiteHost.fresh("commands");

    private static final String PAIR = """
            dag_id: pair
            params: {word: hello}
            tasks:
              - task_id: first
                env: {WORD: "{{ params.word }}"}
                bash: echo "$WORD from first"
              - task_id: second
                depends_on: [first]
                bash: echo second
            """;

    private static Path file(String name, String yaml) {
        return Dags.write(host.place().files(), name, yaml);
    }

    private static void inFolder(String dagId, String yaml) {
        Dags.write(host.place().dags(), dagId, yaml);
        Waits.until("the DAG " + dagId + " is imported", Waits.PATIENCE,
                () -> host.api().ask("/api/v2/dags/" + dagId).status() == 200);
    }

    @Test
    void helpNamesEveryCommandAndEveryExitCode() {
        Result help = Command.dexaflow(host.place(), "--help").run();
        assertThat(help.exitCode()).isZero();
        assertThat(help.out()).contains(COMMANDS).contains("78", "124", "130");
        for (String command : COMMANDS) {
            Result one = Command.dexaflow(host.place(), command, "--help").run();
            assertThat(one.exitCode()).as(command).isZero();
            assertThat(one.out()).as(command).contains("Usage: dexaflow " + command);
        }
    }

    @Test
    void versionIsOneLine() {
        Result version = Command.dexaflow(host.place(), "--version").run();
        assertThat(version.exitCode()).isZero();
        assertThat(version.out().lines()).hasSize(1).first().asString().startsWith("Dexaflow 0.");
    }

    @Test
    void badUsageIsExitCode2AndSaysWhatWasMeant() {
        Result unknownCommand = Command.dexaflow(host.place(), "rnu").run();
        assertThat(unknownCommand.exitCode()).isEqualTo(2);
        assertThat(unknownCommand.err()).contains("rnu").contains("--help");
        Result unknownOption = Command.dexaflow(host.place(), "runs", "--jsn").run();
        assertThat(unknownOption.exitCode()).isEqualTo(2);
        assertThat(unknownOption.err()).contains("--json");
        Result noFile = Command.dexaflow(host.place(), "run").run();
        assertThat(noFile.exitCode()).isEqualTo(2);
        assertThat(noFile.err()).contains("FILE");
    }

    @Test
    void checkTellsGoodFilesFromBadOnes() {
        Path good = file("checked", PAIR);
        Path bad = file("broken", PAIR.replace("depends_on", "depend_on"));
        assertThat(Command.dexaflow(host.place(), "check", good).run().exitCode()).isZero();
        Result refused = Command.dexaflow(host.place(), "check", good, bad).run();
        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.all()).contains("broken.dag.yaml:8").contains("depend_on").contains("depends_on");
        Result json = Command.dexaflow(host.place(), "check", "--json", good, bad).run();
        assertThat(json.exitCode()).isEqualTo(2);
        assertThat(Json.read(json.out()).toString()).contains("broken.dag.yaml").contains("depend_on");
    }

    @Test
    void runShowsEachTaskAndEndsWithTheRunsVerdict() {
        Result success = host.dexaflow("run", file("pair", PAIR)).run();
        assertThat(success.exitCode()).as(success.all()).isZero();
        assertThat(success.out()).containsPattern("success +first +try 1").containsPattern("success +second +try 1");

        Result failed = host.dexaflow("run", file("failing", Dags.oneTask("failing", """
                echo about to fail
                exit 7"""))).run();
        assertThat(failed.exitCode()).as(failed.all()).isEqualTo(1);
        assertThat(failed.out()).containsPattern("failed +t +try 1").contains("about to fail");
    }

    @Test
    void runTakesConfOverParams() {
        Result result = host.dexaflow("run", file("with-conf", PAIR.replace("dag_id: pair", "dag_id: with_conf")),
                "--conf", "{\"word\": \"adieu\"}").run();
        assertThat(result.exitCode()).as(result.all()).isZero();
        String runId = newestRun("with_conf");
        assertThat(host.api().log(new RunKey("with_conf", runId), "first", 1)).contains("adieu from first");
    }

    private static String newestRun(String dagId) {
        return (String) host.rows()
                .one("select run_id from dexaflow.dag_run where dag_id = ? order by id desc limit 1",
                        dagId)
                .get("run_id");
    }

    @Test
    void runRefusesBadInputWithWordsAndExitCode2() {
        Result missing = host.dexaflow("run", "no-such-file.yaml").run();
        assertThat(missing.exitCode()).isEqualTo(2);
        assertThat(missing.err()).contains("no-such-file.yaml");
        Result badConf = host.dexaflow("run", file("pair", PAIR), "--conf", "{word: hello").run();
        assertThat(badConf.exitCode()).isEqualTo(2);
        assertThat(badConf.err()).contains("--conf");
        Result invalid = host.dexaflow("run", file("invalid", PAIR.replace("[first]", "[frist]"))).run();
        assertThat(invalid.exitCode()).isEqualTo(2);
        assertThat(invalid.err()).contains("invalid.dag.yaml").contains("frist").contains("first");
    }

    @Test
    void runThatTakesTooLongIsStoppedWithExitCode124() {
        try (Gate gate = Gate.closed(host.place(), "too-long")) {
            Result result = host.dexaflow("run", "--timeout", "2", file("too_long", Dags.oneTask("too_long",
                    gate.pass()))).run();
            assertThat(result.exitCode()).as(result.all()).isEqualTo(124);
            assertStopped("too_long");
        }
    }

    @Test
    void ctrlCStopsTheTasksOfARunWithExitCode130() {
        try (Gate gate = Gate.closed(host.place(), "interrupted")) {
            RunningCommand run = host.dexaflow("run", file("interrupted", Dags.oneTask("interrupted", gate.pass())))
                    .start();
            Waits.until("its task runs", Waits.PATIENCE, () -> !host.rows()
                    .list("select 1 from dexaflow.task_instance"
                            + " where dag_id = 'interrupted' and state = 'running'")
                    .isEmpty(), run::all);
            run.signalGroup("INT");
            Result result = run.end(Command.LIMIT);
            assertThat(result.exitCode()).as(result.all()).isEqualTo(130);
            assertStopped("interrupted");
        }
    }

    private static void assertStopped(String dagId) {
        RunKey run = new RunKey(dagId, newestRun(dagId));
        assertThat(host.api().state(run)).isEqualTo("failed");
        Waits.until("no task of it runs", Waits.PATIENCE, () -> Processes.of(host.place().root())
                .stream()
                .noneMatch(seen -> seen.words().contains("flock -s")));
    }

    @Test
    void triggerPrintsTheRunIdAloneAndWaitsForTheVerdictIfAsked() {
        inFolder("triggered", PAIR.replace("dag_id: pair", "dag_id: triggered"));
        Result at = host.dexaflow("trigger", "triggered", "--logical-date", "2026-02-03T04:05:06Z", "--wait").run();
        assertThat(at.exitCode()).as(at.all()).isZero();
        JsonNode run = host.api().get(new RunKey("triggered", at.lastLine()).path());
        assertThat(run.get("state").asText()).isEqualTo("success");
        assertThat(run.get("logical_date").asText()).startsWith("2026-02-03T04:05:06");
        assertThat(run.get("run_type").asText()).isEqualTo("manual");

        inFolder("trigger_fails", Dags.oneTask("trigger_fails", "exit 1"));
        Result failed = host.dexaflow("trigger", "trigger_fails", "--wait", "--conf", "{}").run();
        assertThat(failed.exitCode()).as(failed.all()).isEqualTo(1);

        Result unknown = host.dexaflow("trigger", "nobody").run();
        assertThat(unknown.exitCode()).isEqualTo(2);
        assertThat(unknown.err()).contains("nobody");
    }

    @Test
    void tablesShowDagsRunsTasksAndLogs() {
        inFolder("shown", PAIR.replace("dag_id: pair", "dag_id: shown"));
        String runId = host.dexaflow("trigger", "shown", "--wait").run().lastLine();

        assertThat(host.dexaflow("dags").run().out()).contains("shown");
        assertThat(host.dexaflow("runs", "shown").run().out()).contains(runId).contains("success");
        assertThat(host.dexaflow("runs").run().out()).contains(runId);
        assertThat(host.dexaflow("tasks", "shown", runId).run().out()).containsPattern("first +success")
                .containsPattern("second +success");
        Result log = host.dexaflow("logs", "shown", runId, "first").run();
        assertThat(log.exitCode()).isZero();
        assertThat(log.out()).contains("hello from first");
        assertThat(host.dexaflow("logs", "shown", runId, "first", "--try", "1").run().out()).contains("hello");
        assertThat(host.dexaflow("logs", "shown", runId, "nothing").run().exitCode()).isEqualTo(2);
        assertThat(host.dexaflow("tasks", "shown", "no-run").run().exitCode()).isEqualTo(2);
    }

    @Test
    void jsonOutputIsWhatTheApiSays() {
        inFolder("as_json", PAIR.replace("dag_id: pair", "dag_id: as_json"));
        String runId = host.dexaflow("trigger", "as_json", "--wait").run().lastLine();
        RunKey run = new RunKey("as_json", runId);

        assertThat(Json.read(host.dexaflow("dags", "--json").run().out()).get("dags").findValuesAsText("dag_id"))
                .contains("as_json");
        JsonNode runs = Json.read(host.dexaflow("runs", "as_json", "--json").run().out());
        assertThat(runs.get("dag_runs").get(0)).isEqualTo(host.api().get(run.path()));
        JsonNode tasks = Json.read(host.dexaflow("tasks", "as_json", runId, "--json").run().out());
        assertThat(tasks.get("task_instances")).hasSize(2);
        assertThat(tasks.get("task_instances").get(0)).isEqualTo(host.api().tasks(run).getFirst());
        assertThat(Json.read(host.dexaflow("doctor", "--json").run().out()).get("ready").asBoolean()).isTrue();
        Result marked = host.dexaflow("mark", "as_json", runId, "first", "failed", "--json").run();
        assertThat(Json.read(marked.out()).get("task_instances").get(0).get("state").asText()).isEqualTo("failed");
        JsonNode triggered = Json.read(host.dexaflow("trigger", "as_json", "--wait", "--json").run().out());
        assertThat(triggered.get("state").asText()).isEqualTo("success");
        assertThat(triggered).isEqualTo(
                host.api().get(new RunKey("as_json", triggered.get("dag_run_id").asText()).path()));
    }

    @Test
    void logsFollowUntilTheTaskHasEnded() {
        try (Gate gate = Gate.closed(host.place(), "followed")) {
            RunKey run = host.run("followed", Dags.oneTask("followed", "echo begin\n" + gate.pass() + "\necho end"));
            host.api().awaitTask(run, "t", "running");
            RunningCommand follow = host.dexaflow("logs", "followed", run.runId(), "t", "--follow").start();
            follow.awaitText("begin");
            assertThat(follow.isAlive()).isTrue();
            gate.open();
            Result result = follow.end(Command.LIMIT);
            assertThat(result.exitCode()).isZero();
            assertThat(result.out().lines().filter(line -> line.contains("begin"))).hasSize(1);
            assertThat(result.out()).contains("end");
        }
    }

    @Test
    void shellRunsOneCommandOrAWholeScriptOverASocketOfTheOwner() throws Exception {
        Result bundles = host.dexaflow("shell", "lb -s").run();
        assertThat(bundles.exitCode()).as(bundles.all()).isZero();
        assertThat(bundles.out()).contains("io.dexaflow.scheduler").contains("io.dexaflow.executors.subprocess");
        assertThat(host.dexaflow("shell", "no-such-command").run().exitCode()).isNotZero();
        Result script = host.dexaflow("shell").input("lb -s\n".getBytes()).run();
        assertThat(script.exitCode()).as(script.all()).isZero();
        assertThat(script.out()).contains("io.dexaflow.scheduler");
        Path socket = host.place().home().resolve("shell.sock");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(socket))).isEqualTo("rw-------");
    }

    @Test
    void secretsOfTheHomeAreItsOwnersAlone() throws Exception {
        for (String name : List.of("token", "auth.key", "server.json")) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(host.place().home().resolve(name))))
                    .as(name)
                    .isEqualTo("rw-------");
        }
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(host.place().home())))
                .isEqualTo("rwx------");
        JsonNode server = host.server().json();
        assertThat(server.get("edition").asText()).isEqualTo("lite");
        assertThat(server.get("jdbc_url").asText()).doesNotContain(host.server().jdbcPassword());
        assertThat(server.get("started_at").asText()).isNotBlank();
        assertThat(server.get("version").asText()).startsWith("0.");
    }

    @Test
    void apiWantsTheTokenExceptWhereEverybodyMayLook() {
        try (Api stranger = new Api(host.server().api(), null); Api forger = new Api(host.server().api(), "forged")) {
            assertThat(stranger.ask("/api/v2/dags").status()).isEqualTo(401);
            assertThat(forger.ask("/api/v2/dags").status()).isEqualTo(401);
            assertThat(stranger.ask("/api/v2/version").status()).isEqualTo(200);
            assertThat(stranger.ask("/api/v2/monitor/health").status()).isEqualTo(200);
            assertThat(stranger.ask("/health/live").status()).isEqualTo(200);
            assertThat(stranger.ask("/health/ready").status()).isEqualTo(200);
        }
    }

    @Test
    void withoutAHostEveryCommandThatNeedsOneSaysSoWithExitCode3() {
        Path empty = host.place().root().resolve("nobody-here");
        for (List<String> words : List.of(List.of("dags"), List.of("runs"), List.of("tasks", "a", "b"),
                List.of("logs", "a", "b", "c"), List.of("trigger", "a"), List.of("doctor"), List.of("shell", "lb"),
                List.of("stop"))) {
            Command command = Command.dexaflow(host.place(), words.toArray()).with("DEXAFLOW_HOME", empty);
            Result result = command.run();
            assertThat(result.exitCode()).as(words + ": " + result.all()).isEqualTo(3);
            assertThat(result.err()).as(words.toString()).contains("no host is running").contains(empty.toString());
        }
        assertThat(empty).doesNotExist();
    }

    @Test
    @Order(Integer.MAX_VALUE - 1)
    void doctorNamesWhatIsMissingWithExitCode4AndIsContentAgainAfterwards() {
        assertThat(host.dexaflow("doctor").run().exitCode()).isZero();
        String id = host.dexaflow("shell", "lb -s")
                .run()
                .out()
                .lines()
                .filter(line -> line.contains("io.dexaflow.executors.subprocess"))
                .findFirst()
                .orElseThrow()
                .split("\\|")[0].strip();
        assertThat(host.dexaflow("shell", "felix:stop -t " + id).run().exitCode()).isZero();
        Result sick = host.dexaflow("doctor").run();
        assertThat(sick.exitCode()).as(sick.all()).isEqualTo(4);
        assertThat(sick.out()).contains("io.dexaflow.executors.subprocess");
        assertThat(host.api().ask("/health/ready").status()).isEqualTo(503);
        assertThat(host.dexaflow("shell", "felix:start -t " + id).run().exitCode()).isZero();
        Waits.until("the doctor is content again", () -> host.dexaflow("doctor").run().exitCode() == 0);
        assertThat(host.dexaflow("run", file("after-all", Dags.oneTask("after_all", "true"))).run().exitCode())
                .isZero();
    }

    @Test
    @Order(Integer.MAX_VALUE)
    void stopEndsTheHostAndTasksGoOnWithTheirAgents() throws Exception {
        Path trace = host.place().files().resolve("survivor");
        try (Gate gate = Gate.closed(host.place(), "survivor")) {
            RunKey run = host.run("survivor", Dags.oneTask("survivor", gate.pass() + "\ntouch '" + trace + "'"));
            host.api().awaitTask(run, "t", "running");
            Result stop = host.dexaflow("stop").run();
            assertThat(stop.exitCode()).as(stop.all()).isZero();
            Waits.until("the host has ended", () -> !host.isAlive());
            assertThat(host.place().home().resolve("server.json")).doesNotExist();
            assertThat(host.dexaflow("stop").run().exitCode()).isEqualTo(3);
            List<String> log = Files.readAllLines(host.place().home().resolve("logs/server.log"));
            int stopping = log.stream().map(line -> line.endsWith("- stopping")).toList().lastIndexOf(true);
            assertThat(log.subList(Math.max(0, stopping), log.size())).noneMatch(line -> line.contains(" ERROR ")
                    || line.contains(" WARN "));
            gate.open();
            Waits.until("the task has gone on", () -> Files.exists(trace));
            host.start();
            assertThat(host.api().awaitEnd(run)).isEqualTo("success");
            assertThat(host.api().task(run, "t").get("try_number").asInt()).isEqualTo(1);
        }
    }

    @Test
    void confOfTheApiMustBeAnObject() {
        inFolder("strict", Dags.oneTask("strict", "true"));
        assertThat(host.api().post("/api/v2/dags/strict/dagRuns", Map.of("conf", List.of(1))).status())
                .isBetween(400, 422);
    }
}
