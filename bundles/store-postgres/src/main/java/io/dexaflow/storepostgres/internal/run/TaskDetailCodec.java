// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal.run;

import io.dexaflow.store.RunLedger.TaskDetail;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the details of task instances as {@code RunMapper.xml} writes them: fields parted by commas, empty for null,
 * times in microseconds since the epoch, task instances parted by semicolons. One text per run costs a tenth of a row
 * per task instance.
 */
final class TaskDetailCodec {

    private final String text;
    private int at;

    private TaskDetailCodec(String text) {
        this.text = text;
    }

    /** The details in a text; none in null. */
    static List<TaskDetail> decode(String text) {
        if (text == null) {
            return List.of();
        }
        TaskDetailCodec codec = new TaskDetailCodec(text);
        List<TaskDetail> details = new ArrayList<>();
        while (codec.at < text.length()) {
            details.add(codec.detail());
        }
        return details;
    }

    private TaskDetail detail() {
        int ordinal = number();
        int tryNumber = number();
        int maxTries = number();
        int epoch = number();
        Instant endedAt = time();
        String failureKind = word();
        int infraAttempts = number();
        return new TaskDetail(ordinal, tryNumber, maxTries, epoch, endedAt, failureKind, infraAttempts, time(), time());
    }

    private String word() {
        int start = at;
        while (at < text.length() && text.charAt(at) != ',' && text.charAt(at) != ';') {
            at++;
        }
        String word = text.substring(start, at++);
        return word.isEmpty() ? null : word;
    }

    private int number() {
        return Integer.parseInt(word());
    }

    private Instant time() {
        String micros = word();
        return micros == null ? null : Instant.EPOCH.plus(Long.parseLong(micros), ChronoUnit.MICROS);
    }
}
