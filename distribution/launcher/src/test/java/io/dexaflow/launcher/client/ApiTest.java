// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.dexaflow.launcher.CommandException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ApiTest {

    @TempDir private Path folder;
    private FakeHost host;

    @BeforeEach
    void setUp() throws IOException {
        host = new FakeHost(folder);
    }

    @AfterEach
    void tearDown() {
        host.close();
    }

    private Api api() {
        return Api.of(host.home());
    }

    private CommandException refusal(int status, String body) {
        host.says("/x", status, body);
        return catchThrowableOfType(CommandException.class, () -> api().get("/x"));
    }

    @Test
    void refusalsBecomeExitCodesAndTheirDetailIsShown() {
        assertThat(refusal(404, "{\"detail\": \"there is no DAG x\"}")).hasMessage("there is no DAG x")
                .extracting(CommandException::exitCode)
                .isEqualTo(2);
    }

    @Test
    void aListOfFaultsIsShownLineByLine() {
        assertThat(refusal(422, "{\"detail\": [{\"loc\": [\"body\", \"conf\"], \"msg\": \"no object\"}]}"))
                .hasMessageContaining("conf")
                .hasMessageContaining("no object");
    }

    @Test
    void aHostThatCannotDoItNowIsNotReady() {
        assertThat(refusal(503, "{\"detail\": \"no database\"}")).hasMessageContaining("no database")
                .extracting(CommandException::exitCode)
                .isEqualTo(4);
    }

    @Test
    void anAnswerThatIsNoJsonIsShownAsItIs() {
        assertThat(refusal(400, "oops")).hasMessage("oops");
    }

    @Test
    void aTokenThatIsRefusedIsSaidInWords() throws IOException {
        Files.writeString(host.home().token(), "other");

        assertThat(refusal(200, "{}")).hasMessageContaining("token");
    }

    @Test
    void aHostThatIsGoneIsNoHost() {
        Api api = api();
        host.close();

        assertThat(catchThrowableOfType(CommandException.class, () -> api.get("/x")).exitCode()).isEqualTo(3);
    }

    @Test
    void bodiesAreSentAndPatchWorksToo() {
        host.says("/x", 200, "{\"a\": 1}");

        assertThat(api().post("/x", Map.of("p", 1))).containsEntry("a", 1);
        assertThat(api().patch("/x", Map.of("q", 2))).containsEntry("a", 1);
        assertThat(host.requests()).containsExactly("POST /x {\"p\":1}", "PATCH /x {\"q\":2}");
    }

    @Test
    void namesAreEscapedInPaths() {
        assertThat(Api.pathOf(new RunKey("a b/ü", "manual__2026-01-01T00:00:00+00:00")))
                .isEqualTo("/api/v2/dags/a%20b%2F%C3%BC/dagRuns/manual__2026-01-01T00%3A00%3A00%2B00%3A00");
    }
}
