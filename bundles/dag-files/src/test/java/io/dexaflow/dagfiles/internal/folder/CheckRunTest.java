// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.dagfiles.internal.folder;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckRunTest {

    private static final String GOOD = "dag_id: good\ntasks:\n  - {task_id: a, bash: \"true\"}\n";

    @TempDir Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int check(String... args) {
        out.reset();
        err.reset();
        return new CheckRun(new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8)).run(args);
    }

    private String file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    @Test
    void aValidFileIsSaidToBeOk() throws IOException {
        String file = file("whatever.txt", GOOD);
        assertThat(check(file)).isZero();
        assertThat(out()).isEqualTo(file + ": ok (good, 1 task)\n");
        assertThat(err()).isEmpty();
    }

    @Test
    void everyErrorIsALineOfItsOwn() throws IOException {
        String file = file("bad.yaml", "dag_id: bad\nretrys: 1\ntasks:\n  - {task_id: a}\n");
        assertThat(check(file)).isEqualTo(2);
        assertThat(out()).isEmpty();
        assertThat(err().lines()).hasSize(2)
                .first()
                .asString()
                .isEqualTo(file + ":2:1: retrys: is unknown; did you mean \"retries\", in a task?");
    }

    @Test
    void aFolderIsSearchedAsADagFolderIs() throws IOException {
        file("good.yaml", GOOD);
        file("compose.yaml", "services: {}\n");
        file("bad.dag.yaml", "x: 1\n");
        assertThat(check(folder.toString())).isEqualTo(2);
        assertThat(out()).contains("good.yaml: ok").doesNotContain("compose");
        assertThat(err()).contains("bad.dag.yaml").doesNotContain("compose");
    }

    @Test
    void nothingToCheckIsAnError() throws IOException {
        assertThat(check(folder.toString())).isEqualTo(2);
        assertThat(err()).contains("no DAG file found");
        assertThat(check(folder.resolve("none.yaml").toString())).isEqualTo(2);
        assertThat(err()).contains("none.yaml: there is no such file");
        assertThat(check()).isEqualTo(2);
        assertThat(err()).contains("usage");
        assertThat(check("--what", "x")).isEqualTo(2);
        assertThat(err()).contains("usage");
    }

    @Test
    void oneIdInTwoFilesIsAnError() throws IOException {
        String first = file("a.yaml", GOOD);
        String second = file("b.yaml", GOOD);
        assertThat(check(folder.toString())).isEqualTo(2);
        assertThat(err()).contains(first).contains(second).contains("\"good\"");
        assertThat(check(first, folder.resolve(".").resolve("a.yaml").toString())).isZero();
    }

    @Test
    void jsonIsAnArrayOfFiles() throws IOException {
        file("a.yaml", GOOD);
        file("b.dag.yaml", "dag_id: bad\nretrys: 1\ntasks:\n  - {task_id: a, bash: ls}\n");
        assertThat(check(folder.toString(), "--json")).isEqualTo(2);
        JsonNode array = new ObjectMapper().readTree(out());
        assertThat(array).hasSize(2);
        assertThat(array.get(0).get("ok").asBoolean()).isTrue();
        assertThat(array.get(0).get("dag_id").asText()).isEqualTo("good");
        assertThat(array.get(0).get("tasks").asInt()).isOne();
        JsonNode error = array.get(1).get("errors").get(0);
        assertThat(error.get("line").asInt()).isEqualTo(2);
        assertThat(error.get("column").asInt()).isOne();
        assertThat(error.get("key").asText()).isEqualTo("retrys");
        assertThat(error.get("message").asText()).contains("retries");
        assertThat(err()).isEmpty();
    }
}
