// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.metrics;

import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** An answer that is asked for once in a while, however often it is wanted; whoever comes meanwhile waits for it. */
final class Remembered<T> {

    private final Supplier<T> source;
    private final long age;
    private final LongSupplier nanos;
    private T answer;
    private long askedAt;
    private boolean asked;

    /**
     * @param source what to ask; throws nothing
     * @param age how old an answer may be
     * @param nanos a clock that only ever goes on
     */
    Remembered(Supplier<T> source, Duration age, LongSupplier nanos) {
        this.source = source;
        this.age = age.toNanos();
        this.nanos = nanos;
    }

    synchronized T get() {
        if (!asked || nanos.getAsLong() - askedAt >= age) {
            answer = source.get();
            askedAt = nanos.getAsLong();
            asked = true;
        }
        return answer;
    }
}
