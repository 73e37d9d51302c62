// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
package io.dexaflow.executors.agent.attempt;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How an attempt ended, as it is reported.
 *
 * @param state {@code success}, {@code failed}, {@code skipped} or {@code up_for_reschedule}
 * @param exitCode the exit code, null if there is none to tell
 * @param error words; null if the exit code says it all
 * @param rescheduleAt when to look again, RFC 3339 in UTC; only for {@code up_for_reschedule}
 */
public record Outcome(String state, Integer exitCode, String error, String rescheduleAt) {

    /** Exit 0, outputs delivered. */
    public static Outcome success() {
        return new Outcome("success", 0, null, null);
    }

    /** Failed; {@code error} may be null. */
    public static Outcome failed(int exitCode, String error) {
        return new Outcome("failed", exitCode, error, null);
    }

    /** The task wants to be skipped. */
    public static Outcome skipped(int exitCode) {
        return new Outcome("skipped", exitCode, null, null);
    }

    /** The task wants to look again at a time. */
    public static Outcome reschedule(String at) {
        return new Outcome("up_for_reschedule", null, null, at);
    }

    /** The fields of the report, but for the token. */
    public Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("state", state);
        if (exitCode != null) {
            fields.put("exit_code", exitCode);
        }
        if (error != null) {
            fields.put("error", error);
        }
        if (rescheduleAt != null) {
            fields.put("reschedule_at", rescheduleAt);
        }
        return fields;
    }
}
