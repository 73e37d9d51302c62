// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.dexaflow.control.Retention.Plan;
import io.dexaflow.store.RetentionLedger.Expired;
import org.junit.jupiter.api.Test;

class RetentionCommandsTest {

    private int asked;
    private final RetentionCommands commands = new RetentionCommands(() -> {
        asked++;
        return new Plan(30, 0, new Expired(12, 240, 17, 90, 3100), 4);
    });

    @Test
    void aDryRunCountsWhatWouldGo() {
        assertThat(commands.retention(given("--dry-run")).lines()).containsExactly(
                "WHAT            KEPT             WOULD GO", "runs            30 days          12",
                "task instances  with their runs  240", "tries           with their runs  17",
                "XCom entries    with their runs  90", "decisions       with their runs  3100",
                "logs of runs    for ever         4");
        assertThat(commands.retention(given("--dry-run", "--json"))).isEqualTo("{\"runs_days\":30,\"logs_days\":0,"
                + "\"runs\":12,\"task_instances\":240,\"tries\":17,\"xcoms\":90,\"decisions\":3100,"
                + "\"logs_of_runs\":4}");
    }

    @Test
    void withoutTheOptionItIsRefusedAndSaysWhoTakesAway() {
        CommandFailure refused = catchThrowableOfType(CommandFailure.class, () -> commands.retention(given("--json")));

        assertThat(refused).returns(CommandFailure.USAGE, CommandFailure::exitCode)
                .hasMessageContaining("maintenance cycle")
                .hasMessageContaining("retention --dry-run");
        assertThat(asked).isZero();
    }

    @Test
    void itHasHelp() {
        assertThat(commands.retention(given("--help"))).contains("retention [options]", "--dry-run", "--json");
        assertThat(asked).isZero();
    }

    private static String[] given(String... arguments) {
        return arguments;
    }
}
