// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.client;

import java.util.Map;
import java.util.Objects;

/**
 * What is shown of a task instance.
 *
 * @param taskId its task
 * @param state its state; {@code none} before anything was decided
 * @param tryNumber the try it is in or ended with
 * @param seconds how long that try took or has taken; negative when it never started
 * @param reason why it failed, in a sentence; empty where its exit code says it all
 */
public record TaskLine(String taskId, String state, int tryNumber, double seconds, String reason) {

    /** Reads a task instance of the API. */
    public static TaskLine of(Map<String, Object> instance) {
        return new TaskLine(Objects.toString(instance.get("task_id")), Objects.toString(instance.get("state"), "none"),
                instance.get("try_number") instanceof Number number ? number.intValue() : 0,
                instance.get("duration") instanceof Number number ? number.doubleValue() : -1,
                Objects.toString(instance.get("failure_reason"), ""));
    }

    /** Whether it has its verdict. */
    public boolean isFinished() {
        return switch (state) {
            case "success", "failed", "skipped", "upstream_failed" -> true;
            default -> false;
        };
    }

    /** Whether it says the same as an earlier look. */
    boolean sameAs(TaskLine other) {
        return other != null && state.equals(other.state) && tryNumber == other.tryNumber;
    }
}
