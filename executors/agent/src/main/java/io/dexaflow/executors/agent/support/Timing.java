// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
package io.dexaflow.executors.agent.support;

import java.time.Duration;

/**
 * The agent's durations. All of them are measured on the monotonic clock.
 *
 * @param heartbeat between two heartbeats (R169)
 * @param pollWait how long the host may keep a poll open
 * @param retryUnit what the retry delays 1, 2, 4, 8, 15 are multiples of (R181)
 * @param drain how long output is awaited after the task's end (R170, R172)
 * @param stopWait how long a killed group, an older execution or the last reports of a stopped agent are awaited
 * @param leftAlone after how long without an attempt an agent ends while there is no host
 */
public record Timing(Duration heartbeat, Duration pollWait, Duration retryUnit, Duration drain, Duration stopWait,
        Duration leftAlone) {

    /** Between two looks at orphans. */
    public static final Duration ORPHANS = Duration.ofSeconds(5);
    /** Between two refreshings of the records of live attempts. */
    public static final Duration REFRESH = Duration.ofMinutes(1);

    /** What the specification says. */
    public static Timing specified() {
        return new Timing(Duration.ofSeconds(15), Duration.ofSeconds(20), Duration.ofSeconds(1),
                Duration.ofSeconds(10), Duration.ofSeconds(10), Duration.ofSeconds(30));
    }
}
