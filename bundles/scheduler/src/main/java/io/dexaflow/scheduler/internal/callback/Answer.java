// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.callback;

import io.dexaflow.store.CallbackLedger.Outcome;
import java.util.Map;

/**
 * What came of an attempt to call.
 *
 * @param outcome what became of it
 * @param words for people; never holds more of a URL than its origin, since the rest of it may be a secret
 * @param evidence the same for programs
 */
record Answer(Outcome outcome, String words, Map<String, String> evidence) {

    static Answer delivered(String words, Map<String, String> evidence) {
        return new Answer(Outcome.DELIVERED, words, evidence);
    }

    /** It may go better the next time. */
    static Answer failed(String words, Map<String, String> evidence) {
        return new Answer(Outcome.FAILED, words, evidence);
    }

    /** It would go no better. */
    static Answer refused(String words) {
        return new Answer(Outcome.DROPPED, words, Map.of());
    }
}
