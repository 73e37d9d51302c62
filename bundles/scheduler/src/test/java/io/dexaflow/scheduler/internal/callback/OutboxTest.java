// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.callback;

import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.scheduler.internal.RecordingTrail;
import io.dexaflow.store.CallbackLedger.Outcome;
import io.dexaflow.trail.Decision;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What is written of an attempt to call, and told. */
class OutboxTest {

    private final LedgerInMemory ledger = new LedgerInMemory();
    private final RecordingTrail trail = new RecordingTrail();
    private final Outbox outbox = new Outbox(ledger, trail, 6);

    @Test
    void deliveryIsToldWithItsEvidence() {
        outbox.conclude(Failures.ofTask(2), Answer.delivered("http://h answered 200", Map.of("status", "200")));

        assertThat(ledger.concluded).containsExactly(Outcome.DELIVERED);
        assertThat(trail.writtenLabels()).containsExactly("callback_delivered");
        Decision told = ledger.told.getFirst();
        assertThat(told.actor()).isEqualTo("callbacks");
        assertThat(told.words()).isEqualTo("http://h answered 200, attempt 2 of 5");
        assertThat(told.evidence()).containsEntry("status", "200")
                .containsEntry("attempt", "2")
                .containsEntry("callback_id", Failures.ID.toString());
        assertThat(told.subject().taskId()).isEqualTo("load");
        assertThat(told.subject().epoch()).isEqualTo(3);
    }

    @Test
    @DisplayName("R54: the fifth attempt that fails is the last, and what would go no better has no second one")
    void fifthFailureDropsIt() {
        outbox.conclude(Failures.ofRun(4), Answer.failed("x", Map.of()));
        outbox.conclude(Failures.ofRun(5), Answer.failed("x", Map.of()));
        outbox.conclude(Failures.ofRun(1), Answer.refused("y"));

        assertThat(ledger.concluded).containsExactly(Outcome.FAILED, Outcome.DROPPED, Outcome.DROPPED);
        assertThat(trail.writtenLabels()).containsExactly("callback_failed", "callback_dropped", "callback_dropped");
        assertThat(ledger.told.getFirst().subject().taskId()).isNull();
    }

    @Test
    void whatWasOvertakenIsNotTold() {
        ledger.overtaken = true;

        outbox.conclude(Failures.ofRun(1), Answer.delivered("x", Map.of()));

        assertThat(trail.writtenLabels()).isEmpty();
    }
}
