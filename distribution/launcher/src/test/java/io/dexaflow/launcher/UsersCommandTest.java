// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class UsersCommandTest {

    private static final String PASSWORD = "correct horse";

    @TempDir private Path folder;

    private String out;
    private String err;

    private Path file() {
        return folder.resolve("home/users.json");
    }

    /** Runs a command with a line on standard input. */
    private int users(String input, String... words) {
        StringWriter written = new StringWriter();
        StringWriter errors = new StringWriter();
        CommandLine commands = Main.commandLine();
        commands.setOut(new PrintWriter(written));
        commands.setErr(new PrintWriter(errors));
        List<String> all = new ArrayList<>(List.of("users"));
        all.addAll(List.of(words));
        all.addAll(List.of("--home", folder.resolve("home").toString()));
        InputStream before = System.in;
        System.setIn(new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)));
        try {
            return commands.execute(all.toArray(String[]::new));
        } finally {
            System.setIn(before);
            out = written.toString();
            err = errors.toString();
        }
    }

    private String stored() throws IOException {
        return Files.readString(file());
    }

    @Test
    void addsSomebodyToAHomeThatNobodyHasWorkedOnYet() throws IOException {
        assertThat(users(PASSWORD + "\n", "add", "ann", "--role", "viewer")).as(err).isZero();

        assertThat(out).isEqualToNormalizingNewlines("Added ann (viewer).\n");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file()))).isEqualTo("rw-------");
        assertThat(stored()).contains("\"ann\"", "\"viewer\"", "pbkdf2-sha512$210000$").doesNotContain(PASSWORD);
        assertThat(users("", "list")).isZero();
        assertThat(out).contains("ann", "viewer").doesNotContain("pbkdf2");
        assertThat(users("", "list", "--json")).isZero();
        assertThat(out).contains("\"username\" : \"ann\"").doesNotContain("pbkdf2", "stamp");
    }

    @Test
    void addsNobodyTwiceAndNobodyWithoutANameARoleOrAPassword() throws IOException {
        users(PASSWORD, "add", "ann", "--role", "viewer");
        String before = stored();

        assertThat(users(PASSWORD, "add", "ann", "--role", "admin")).isEqualTo(2);
        assertThat(err).contains("users reset ann");
        for (String[] wrong : new String[][]{{"add", "bob"}, {"add", "bob", "--role", "boss"},
                {"add", "a b", "--role", "admin"}, {"add", "", "--role", "admin"}, {"add", "--role", "admin"},
                {"add", "x".repeat(65), "--role", "admin"}, {"add", "b/o", "--role", "admin"}, {"reset", "bob"},
                {"remove", "bob"}, {"role", "bob", "admin"}, {"nonsense"}, {}}) {
            assertThat(users(PASSWORD, wrong)).as(String.join(" ", wrong)).isEqualTo(2);
        }
        assertThat(users("", "add", "bob", "--role", "viewer")).isEqualTo(2);
        assertThat(err).contains("no password");
        assertThat(stored()).isEqualTo(before);
    }

    @Test
    void resetChangesPasswordAndStampRoleOnlyTheRole() throws IOException {
        users(PASSWORD, "add", "ann", "--role", "viewer");
        users(PASSWORD, "add", "bob", "--role", "admin");
        String first = stored();
        String stamp = first.replaceAll("(?s).*?\"stamp\" : \"([^\"]*)\".*", "$1");

        assertThat(users("", "role", "ann", "operator")).isZero();
        assertThat(stored()).isEqualTo(first.replace("\"viewer\"", "\"operator\""));

        assertThat(users("another one\n", "reset", "ann")).isZero();
        assertThat(stored()).doesNotContain(stamp, "another one").contains("\"operator\"", "\"bob\"");

        assertThat(users("", "remove", "ann")).isZero();
        assertThat(stored()).doesNotContain("ann").contains("\"bob\"");
    }

    @Test
    void aMadePasswordIsShownOnATerminalOnly() throws IOException {
        String before = System.getProperty("dexaflow.tty", "");
        try {
            System.setProperty("dexaflow.tty", "");
            assertThat(users("", "add", "ann", "--role", "viewer", "--generate")).isEqualTo(2);
            assertThat(err).contains("terminal");
            assertThat(file()).doesNotExist();

            System.setProperty("dexaflow.tty", "2");
            assertThat(users("", "add", "ann", "--role", "viewer", "--generate")).isZero();
            assertThat(err).containsPattern("shown this once: [a-z2-9-]{27}\\R");
            assertThat(out).doesNotContain("once");
            System.setProperty("dexaflow.tty", "12");
            assertThat(users("", "reset", "ann", "--generate")).isZero();
            assertThat(out).containsPattern("shown this once: [a-z2-9-]{27}\\R");
        } finally {
            System.setProperty("dexaflow.tty", before);
        }
    }

    @Test
    void aShortPasswordIsTakenWithAWarning() {
        assertThat(users("short", "add", "ann", "--role", "viewer")).isZero();
        assertThat(err).contains("Warning").doesNotContain("short");
    }

    @Test
    void aFileThatIsNotOursIsNotOverwritten() throws IOException {
        users(PASSWORD, "add", "ann", "--role", "viewer");
        for (String bad : List.of("{\"users\": [\"hunter2\"]}", "hunter2", "{\"users\"")) {
            Files.writeString(file(), bad);

            assertThat(users(PASSWORD, "add", "bob", "--role", "viewer")).isEqualTo(2);

            assertThat(err).contains("users.json").doesNotContain("hunter2");
            assertThat(stored()).isEqualTo(bad);
        }
    }
}
