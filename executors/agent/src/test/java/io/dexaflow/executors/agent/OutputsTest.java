// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.executors.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dexaflow.executors.agent.http.Json;
import io.dexaflow.executors.agent.http.JsonObject;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Return values, XComs and links: taken before the success is told, or there is no success (R175, R176). */
class OutputsTest {

    @TempDir private Path home;
    private AgentBench bench;

    @BeforeEach
    void start() throws Exception {
        bench = new AgentBench(home);
    }

    @AfterEach
    void stop() {
        bench.close();
    }

    @Test
    void outputsAreDeliveredBeforeTheSuccess() {
        AgentBench.Task task = bench.bash("""
                echo '{"rows": 12345678901234567890.10, "ok": true}' > $DEXAFLOW_RETURN_VALUE_FILE
                echo 42 > $DEXAFLOW_XCOM_DIR/count
                echo hello > $DEXAFLOW_XCOM_DIR/greeting
                printf '"quoted"' > $DEXAFLOW_XCOM_DIR/text
                touch $DEXAFLOW_XCOM_DIR/.temporary $DEXAFLOW_XCOM_DIR/empty
                echo '{"report": "https://example.org/1"}' > $DEXAFLOW_EXTRA_LINKS_FILE
                """);
        bench.host.onOutputs = body -> {
            assertThat(bench.host.states(task.token)).containsExactly("running");
            return Map.of("accepted", true);
        };
        task.assign().awaitSuccess();
        assertThat(bench.host.outputs).hasSize(1);
        JsonObject outputs = bench.host.outputs.getFirst();
        assertThat(outputs.text("token")).isEqualTo(task.token);
        JsonObject xcom = outputs.object("xcom");
        assertThat(xcom.fields()).containsOnlyKeys("count", "empty", "greeting", "text", "return_value");
        assertThat(xcom.integer("count")).isEqualTo(42);
        assertThat(xcom.text("greeting")).isEqualTo("hello");
        assertThat(xcom.text("text")).isEqualTo("quoted");
        assertThat(xcom.text("empty")).isEmpty();
        assertThat(xcom.object("return_value").fields()).containsKey("rows");
        assertThat(outputs.object("links").text("report")).isEqualTo("https://example.org/1");
        assertThat(task.scratch).doesNotExist();
    }

    @Test
    void outputsOfAFailedTaskAreNotTaken() {
        AgentBench.Task task = bench.bash("echo 1 > $DEXAFLOW_RETURN_VALUE_FILE; exit 1").assign();
        task.awaitFailure(1);
        assertThat(bench.host.outputs).isEmpty();
        assertThat(task.scratch).doesNotExist();
    }

    @Test
    void aRefusedOutputIsAFailure() {
        bench.host.onOutputs = body -> Map.of("accepted", false, "rejection", "payload_too_large: 300000 bytes");
        AgentBench.Task task = bench.bash("echo 1 > $DEXAFLOW_RETURN_VALUE_FILE").assign();
        assertThat(task.awaitFailure(0)).isEqualTo("output undelivered: payload_too_large: 300000 bytes");
        assertThat(task.log()).contains("output undelivered: payload_too_large");
    }

    @Test
    void deliveryIsRetriedLikeAReport() {
        AtomicInteger tries = new AtomicInteger();
        bench.host.onOutputs = body -> tries.incrementAndGet() < 3
                ? Map.of("error", "unavailable")
                : Map.of("accepted", true);
        bench.bash("echo 1 > $DEXAFLOW_RETURN_VALUE_FILE").assign().awaitSuccess();
        assertThat(tries.get()).isEqualTo(3);
    }

    @Test
    void droppedLinksAreNamedInTheLog() {
        bench.host.onOutputs = body -> Map.of("accepted", true, "dropped_links", java.util.List.of("bad"));
        AgentBench.Task task =
                bench.bash("echo '{\"bad\": \"javascript:alert(1)\"}' > $DEXAFLOW_EXTRA_LINKS_FILE").assign();
        task.awaitSuccess();
        assertThat(task.log()).contains("left out: [bad]");
    }

    @Test
    void manyLargeValuesGoInRequestsOfAcceptableSize() {
        AgentBench.Task task = bench.bash("for i in 1 2 3 4 5 6; do head -c 250000 /dev/zero | tr '\\0' y"
                + " > $DEXAFLOW_XCOM_DIR/k$i; done").assign();
        task.awaitSuccess();
        assertThat(bench.host.outputs).hasSizeGreaterThan(1)
                .allSatisfy(
                        body -> assertThat(Json.bytes(body.fields()).length).isLessThan(1 << 20));
        assertThat(bench.host.outputs.stream().mapToInt(body -> body.object("xcom").fields().size()).sum())
                .isEqualTo(6);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', quoteCharacter = '`', value = {
            "echo hello > $DEXAFLOW_RETURN_VALUE_FILE ~ the return value is not JSON",
            "echo '[1, NaN]' > $DEXAFLOW_RETURN_VALUE_FILE ~ NaN or Infinity",
            "echo '{\"a\": Infinity}' > $DEXAFLOW_XCOM_DIR/k ~ NaN or Infinity",
            "ln -s /etc/passwd $DEXAFLOW_RETURN_VALUE_FILE ~ the return value is a link",
            "ln -s /etc/passwd $DEXAFLOW_XCOM_DIR/k ~ xcom 'k' is a link",
            "rm -r $DEXAFLOW_XCOM_DIR; ln -s /etc $DEXAFLOW_XCOM_DIR ~ is not the folder it was",
            "mkfifo $DEXAFLOW_RETURN_VALUE_FILE ~ not a regular file",
            "mkdir $DEXAFLOW_XCOM_DIR/k ~ xcom 'k' is not a regular file",
            "head -c 1048577 /dev/zero > $DEXAFLOW_RETURN_VALUE_FILE ~ larger than 1 MiB",
            "printf '\\\\xff' > $DEXAFLOW_XCOM_DIR/k ~ xcom 'k' is not UTF-8",
            "head -c 300000 /dev/zero | tr '\\\\0' x > $DEXAFLOW_XCOM_DIR/k ~ payload_too_large",
            "head -c 3000 /dev/zero | tr '\\\\0' 1 > $DEXAFLOW_XCOM_DIR/k ~ too long a number",
            "echo '[1]' > $DEXAFLOW_EXTRA_LINKS_FILE ~ not a JSON object",
            "echo '{\"a\": 1}' > $DEXAFLOW_EXTRA_LINKS_FILE ~ the address of 'a' is not a text",
            "echo '1 2' > $DEXAFLOW_RETURN_VALUE_FILE ~ something follows"})
    void anOutputThatCannotBeDeliveredFailsWithWords(String script, String words) {
        AgentBench.Task task = bench.bash(script.replace("\\\\", "\\")).assign();
        assertThat(task.awaitFailure(0)).startsWith("output undelivered: ").contains(words);
        assertThat(bench.host.outputs).isEmpty();
        assertThat(task.scratch).doesNotExist();
    }

    @Test
    void whatADeadAgentLeftInTheFolderIsNotTakenForTheTasks() throws Exception {
        AgentBench.Task task = bench.bash("echo 2 > $DEXAFLOW_XCOM_DIR/mine");
        java.nio.file.Files.createDirectories(task.scratch.resolve("xcom/deep/er"));
        java.nio.file.Files.writeString(task.scratch.resolve("xcom/old"), "1");
        java.nio.file.Files.writeString(task.scratch.resolve("return_value"), "1");
        task.assign().awaitSuccess();
        assertThat(bench.host.outputs.getFirst().object("xcom").fields()).containsOnlyKeys("mine");
    }

    @Test
    void aTaskMayRemoveItsFolder() {
        bench.bash("rm -r $DEXAFLOW_XCOM_DIR; rmdir $(dirname $DEXAFLOW_RETURN_VALUE_FILE)").assign().awaitSuccess();
    }

    @Test
    void aStopEndsADeliveryThatIsNotTaken() {
        bench.host.onOutputs = body -> Map.of("error", "unavailable");
        AgentBench.Task task = bench.bash("echo 1 > $DEXAFLOW_RETURN_VALUE_FILE").assign();
        await().atMost(AgentBench.PATIENCE).until(() -> bench.host.outputs.size() > 2);
        bench.host.stop(task.id());
        task.awaitSlotFree();
        assertThat(bench.host.states(task.token)).containsExactly("running");
    }

    @Test
    void secretsReachTheTaskAndNotTheLog() throws Exception {
        Path file = home.resolve("secret");
        java.nio.file.Files.writeString(file, "s3cret-from-file\n");
        AgentBench.Task task = bench.bash("""
                [ "$FROM_FILE" = s3cret-from-file ] || exit 3
                printf 'a s3cret-fr'; sleep 0.3; printf 'om-file b\n'; echo "$HOME"
                echo s3cret-from-filx s3cret-from-files
                """)
                .with("secrets", Map.of("FROM_FILE", Map.of("file", "secret"), "FROM_ENV", Map.of("env", "HOME")))
                .assign();
        task.awaitSuccess();
        assertThat(task.log()).isEqualTo("a *** b\n***\ns3cret-from-filx ***s\n");
        assertThat(bench.agentLog()).doesNotContain("s3cret");
    }

    @Test
    void aMissingSecretFailsAndNamesTheKey() {
        AgentBench.Task env = bench.bash("touch started")
                .with("secrets", Map.of("DB_PASSWORD", Map.of("env", "SALES_DB_PASSWORD")))
                .assign();
        assertThat(env.awaitFailure(1)).contains("secret DB_PASSWORD")
                .contains("SALES_DB_PASSWORD")
                .contains("not set");
        AgentBench.Task file = bench.bash("touch started")
                .with("secrets", Map.of("KEY", Map.of("file", "/no/such/file")))
                .assign();
        assertThat(file.awaitFailure(1)).contains("secret KEY").contains("/no/such/file");
        AgentBench.Task cluster = bench.bash("touch started")
                .with("secrets", Map.of("KEY", Map.of("kubernetes", Map.of("secret", "s", "key", "k"))))
                .assign();
        assertThat(cluster.awaitFailure(1)).contains("secret KEY").contains("kubernetes");
        assertThat(home.resolve("started")).doesNotExist();
        assertThat(bench.host.reports).noneMatch(report -> report.state().equals("running"));
        assertThat(env.log().getBytes(StandardCharsets.UTF_8)).isNotEmpty();
    }
}
