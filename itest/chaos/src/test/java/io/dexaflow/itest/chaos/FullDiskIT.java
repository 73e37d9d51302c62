// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.itest.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.itest.support.Dags;
import io.dexaflow.itest.support.Gate;
import io.dexaflow.itest.support.LiteHost;
import io.dexaflow.itest.support.Records;
import io.dexaflow.itest.support.RunKey;
import io.dexaflow.itest.support.Trace;
import io.dexaflow.itest.support.Waits;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** No room for a record or for a log: the attempt that cannot be recorded does not run, output that has no place is lost. */
class FullDiskIT {

    @RegisterExtension static final LiteHost host = LiteHost.fresh("full");

    private static final Lab LAB = new Lab(host);
    private static final Path RECORDS = Records.of(host.place()).folder();
    private static final Path LOGS = host.place().home().resolve("logs/tasks");
    private static final String NO_ROOM = "No space left on device";

    @BeforeEach
    void settle() {
        LAB.settle();
        // It keeps no file for further records, which would be room of its own.
        LAB.freshAgent();
    }

    @Test
    @DisplayName("no room for an attempt's record: it alone is refused, why says so, and it runs once there is room")
    void attemptThatHasNoRoomForItsRecordIsRefused() {
        Trace before = LAB.trace("before");
        Trace refused = LAB.trace("refused");
        try (SmallDisk disk = SmallDisk.at(RECORDS, 8); Gate gate = LAB.gate("full")) {
            RunKey goesOn = LAB.begun("before", before, gate);
            disk.fill(0);
            RunKey run = host.run("refused", Dags.oneTask("refused", refused.around("true")));
            Waits.until("the dispatch has failed", () -> (int) LAB.row(run, "t").get("dispatch_attempts") == 1);
            assertThat(refused.begun()).isZero();
            assertThat(LAB.why(run, "t").sentence("dispatch_failed")).contains("cannot write its record")
                    .contains(NO_ROOM)
                    .contains(RECORDS.toString());
            disk.empty();
            LAB.pass(Duration.ofSeconds(6));
            assertThat(host.api().awaitEnd(run)).as(host.api().describe(run)).isEqualTo("success");
            refused.assertExecutions(1, 1);
            assertThat(LAB.row(run, "t")).containsEntry("infra_attempts", 0).containsEntry("try_number", 1);
            gate.open();
            LAB.assertUndisturbed(goesOn, "t", before);
        }
    }

    @Test
    @Tag("long")
    @DisplayName("no room for the record of its process group: the task is ended and fails, and its retry runs")
    void taskWhoseGroupHasNoRoomForItsRecordIsEnded() {
        Trace trace = LAB.trace("group");
        try (SmallDisk disk = SmallDisk.at(RECORDS, 8); Gate gate = LAB.gate("group")) {
            disk.fill(1);
            RunKey run = host.run("group", Dags.oneTask("group", trace.around(gate.pass()), "retries: 1",
                    "retry_delay_seconds: 3600"));
            host.api().awaitTask(run, "t", "up_for_retry");
            assertThat(trace.ended()).isZero();
            assertThat(trace.begun()).as("it was ended as soon as it could not be recorded").isLessThanOrEqualTo(1);
            assertThat(LAB.why(run, "t").sentence("report_failed")).contains("exit code");
            assertThat((String) LAB.row(run, "t").get("error_message"))
                    .contains("its process group could not be recorded")
                    .contains(NO_ROOM);
            assertThat(host.api().log(run, "t", 1)).contains("its process group could not be recorded");
            int cut = trace.begun();
            disk.empty();
            LAB.pass(Duration.ofHours(1));
            trace.awaitBegun(cut + 1);
            gate.open();
            assertThat(host.api().awaitEnd(run)).as(host.api().describe(run)).isEqualTo("success");
            trace.assertExecutions(cut + 1, 1);
        }
    }

    @Test
    @Tag("long")
    @DisplayName("no room for the log: output is lost and said to be, the task goes on; what comes later is kept")
    void outputWithoutRoomIsLostAndTheTaskGoesOn() {
        Trace trace = LAB.trace("log");
        try (SmallDisk disk = SmallDisk.at(LOGS, 64); Gate gate = LAB.gate("log"); Gate later = LAB.gate("later")) {
            RunKey run = host.run("log", Dags.oneTask("log", trace.around("echo first\n" + gate.pass()
                    + "\nhead -c 100000 /dev/zero | tr '\\0' x\n" + later.pass() + "\necho last")));
            host.api().awaitTask(run, "t", "running");
            Waits.until("its first line is there", () -> host.api().log(run, "t", 1).contains("first"));
            disk.fill(0);
            gate.open();
            Waits.until("output is lost", () -> host.api().log(run, "t", 1).contains("xxx"));
            assertThat(LAB.state(run, "t")).isEqualTo("running");
            disk.empty();
            later.open();
            LAB.assertUndisturbed(run, "t", trace);
            assertThat(host.api().log(run, "t", 1)).contains("first")
                    .contains("bytes of output could not be written and are lost")
                    .contains("last");
        }
    }
}
