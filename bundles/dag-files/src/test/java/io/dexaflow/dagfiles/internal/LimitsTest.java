// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.dagfiles.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.dag.ParseResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What cannot be is said when the file is read, not when its task starts. */
class LimitsTest {

    private static final String TOO_LONG = "x".repeat(140_000);

    @TempDir Path folder;

    @Test
    void anArgumentThatIsTooLongIsNamed() throws IOException {
        assertThat(errors("dag_id: a\ntasks: [{task_id: t, command: [echo, " + TOO_LONG + "]}]\n"))
                .contains("tasks[0].command[1]")
                .contains("longer than");
    }

    @Test
    void paramsThatAreTooLongTogetherAreNamed() throws IOException {
        String half = "x".repeat(70_000);
        assertThat(errors("dag_id: a\nparams: {p: " + half + ", q: [" + half + "]}\ntasks: [{task_id: t, bash: ls}]\n"))
                .contains("params")
                .contains("longer than");
    }

    @Test
    void aDayThatItsMonthDoesNotHaveIsNamed() throws IOException {
        assertThat(errors("dag_id: a\nstart_date: 2026-02-30T00:00:00Z\ntasks: [{task_id: t, bash: ls}]\n"))
                .contains("start_date");
        assertThat(errors("dag_id: a\nstart_date: 2028-02-29T00:00:00Z\ntasks: [{task_id: t, bash: ls}]\n"))
                .isEqualTo("valid");
    }

    private String errors(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("a.dag.yaml"), text);
        return new FileDagParser().parse(file) instanceof ParseResult.Invalid invalid ? invalid.errors().toString()
                : "valid";
    }
}
