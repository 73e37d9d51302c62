// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.itest.support;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.awaitility.core.ConditionTimeoutException;

/** Waits for conditions: often asked, patiently awaited, and with words when it was in vain. */
public final class Waits {

    /** Long enough for a busy machine; nothing that works takes as long. */
    public static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final Duration GLANCE = Duration.ofMillis(25);

    private Waits() {}

    /** Waits until it is so. */
    public static void until(String what, Callable<Boolean> condition) {
        until(what, PATIENCE, condition);
    }

    /** Waits until it is so, for a time. */
    public static void until(String what, Duration atMost, Callable<Boolean> condition) {
        until(what, atMost, condition, () -> "");
    }

    /** Waits until it is so; {@code state} says what there was instead. */
    public static void until(String what, Callable<Boolean> condition, Supplier<String> state) {
        until(what, PATIENCE, condition, state);
    }

    /** Waits until it is so, for a time; {@code state} says what there was instead. */
    public static void until(String what, Duration atMost, Callable<Boolean> condition, Supplier<String> state) {
        try {
            patiently(atMost).until(condition);
        } catch (ConditionTimeoutException e) {
            throw new AssertionError("Not within " + atMost.toSeconds() + " s: " + what + "\n" + state.get(), e);
        }
    }

    /** Waits until the assertion holds. */
    public static void untilAsserted(Duration atMost, org.awaitility.core.ThrowingRunnable assertion) {
        patiently(atMost).untilAsserted(assertion);
    }

    /** Waits for something that is not null, and gives it. */
    public static <T> T forValue(String what, Duration atMost, Callable<T> value) {
        AtomicReference<T> found = new AtomicReference<>();
        until(what, atMost, () -> {
            found.set(value.call());
            return found.get() != null;
        });
        return Objects.requireNonNull(found.get());
    }

    /** Makes sure that it stays so for a time. */
    public static void throughout(String what, Duration time, Callable<Boolean> condition) {
        try {
            Awaitility.await()
                    .pollDelay(Duration.ZERO)
                    .pollInterval(GLANCE)
                    .during(time)
                    .atMost(time.plusSeconds(5))
                    .until(condition);
        } catch (ConditionTimeoutException e) {
            throw new AssertionError("Not throughout " + time.toMillis() + " ms: " + what, e);
        }
    }

    private static ConditionFactory patiently(Duration atMost) {
        return Awaitility.await().pollDelay(Duration.ZERO).pollInterval(GLANCE).atMost(atMost);
    }
}
