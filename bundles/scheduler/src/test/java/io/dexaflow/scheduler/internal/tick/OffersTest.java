// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.tick;

import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.scheduler.internal.Fakes;
import io.dexaflow.scheduler.internal.Ledgers;
import io.dexaflow.scheduler.internal.RecordingTasks;
import io.dexaflow.scheduler.internal.RecordingTrail;
import io.dexaflow.scheduler.internal.TestLadder;
import io.dexaflow.scheduler.internal.dispatch.DispatcherFixture;
import io.dexaflow.scheduler.internal.trail.Chronicle;
import io.dexaflow.scheduler.internal.trail.Observers;
import io.dexaflow.store.TaskLedger.Candidate;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class OffersTest {

    private final RecordingTasks tasks = new RecordingTasks();
    private final RecordingTrail trail = new RecordingTrail();
    private final Candidate orphaned = Fakes.candidate(0, "nobody", 0);
    private Instant now = Fakes.NOW;
    private DispatcherFixture fixture;
    private Offers offers;

    @BeforeEach
    void open() {
        Ledgers ledgers = new Ledgers(null, tasks, null, () -> now, new Chronicle(trail, new Observers()));
        fixture = DispatcherFixture.open(ledgers, Fakes.LEADS, Map.of());
        offers = new Offers(ledgers, fixture.dispatcher(), new TestLadder());
        tasks.candidates = List.of(orphaned);
    }

    @AfterEach
    void close() throws InterruptedException {
        fixture.stop();
    }

    @Test
    @DisplayName("T109: a task whose executor nobody offers waits, and the trail says for what")
    void aTaskWithoutItsExecutorWaitsAndTheTrailSaysSo() {
        offers.make(null, 1);
        offers.make(null, 1);
        assertThat(tasks.held).containsExactly(orphaned.attempt(), orphaned.attempt());
        assertThat(tasks.refused).isEmpty();
        assertThat(trail.recorded).singleElement().satisfies(decision -> {
            assertThat(decision.label()).isEqualTo("dispatch_executor_absent");
            assertThat(decision.words()).contains("nobody");
            assertThat(decision.subject().taskInstanceId()).isEqualTo(orphaned.taskInstanceId());
        });
    }

    @Test
    @DisplayName("T109: after five minutes of database time it fails as undispatchable, and not a moment earlier")
    void afterFiveMinutesOfDatabaseTimeItFails() {
        offers.make(null, 1);
        now = Fakes.NOW.plusSeconds(300).minusMillis(1);
        offers.make(null, 1);
        assertThat(tasks.refused).isEmpty();
        now = Fakes.NOW.plusSeconds(300);
        offers.make(null, 1);
        assertThat(tasks.refused).singleElement().asString().startsWith("undispatchable: ").contains("'nobody'");
        assertThat(trail.writtenLabels()).containsExactly("failed");
        assertThat(trail.written.getFirst().evidence()).containsEntry("undispatchable", "executor_absent");
    }

    @Test
    void whatFailsTogetherIsWrittenTogether() {
        tasks.candidates = List.of(orphaned, Fakes.candidate(1, "nobody", 0), Fakes.candidate(2, "nobody", 0));
        offers.make(null, 1);
        now = Fakes.NOW.plusSeconds(300);
        offers.make(null, 1);
        assertThat(tasks.refusals).singleElement().satisfies(together -> assertThat(together).hasSize(3));
        assertThat(trail.writtenLabels()).containsExactly("failed", "failed", "failed");
    }
}
