// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.plan;

import io.dexaflow.model.TaskState;
import io.dexaflow.model.TriggerRule;

/**
 * Airflow's trigger rules as one table (design 6.7): given how many upstreams ended how, a waiting task runs, is skipped,
 * fails with its upstreams, or goes on waiting. Some rules decide before all upstreams have ended, as Airflow's do.
 */
final class TriggerRules {

    private TriggerRules() {}

    /** What becomes of a waiting task. */
    enum Decision {
        RUN, SKIP, UPSTREAM_FAILED, WAIT
    }

    /**
     * How the direct upstreams of a task stand.
     *
     * @param total how many there are
     */
    record Upstreams(int total, int success, int failed, int upstreamFailed, int skipped) {

        int failures() {
            return failed + upstreamFailed;
        }

        int done() {
            return success + failed + upstreamFailed + skipped;
        }

        boolean allDone() {
            return done() == total;
        }

        /** The same counts with one more upstream in the given effective state. */
        Upstreams plus(TaskState state) {
            return switch (state) {
                case SUCCESS -> new Upstreams(total + 1, success + 1, failed, upstreamFailed, skipped);
                case FAILED -> new Upstreams(total + 1, success, failed + 1, upstreamFailed, skipped);
                case UPSTREAM_FAILED -> new Upstreams(total + 1, success, failed, upstreamFailed + 1, skipped);
                case SKIPPED -> new Upstreams(total + 1, success, failed, upstreamFailed, skipped + 1);
                default -> new Upstreams(total + 1, success, failed, upstreamFailed, skipped);
            };
        }

        static final Upstreams NONE = new Upstreams(0, 0, 0, 0, 0);
    }

    static Decision decide(TriggerRule rule, Upstreams up) {
        if (up.total() == 0) {
            return Decision.RUN;
        }
        return switch (rule) {
            case ALL_SUCCESS -> up.failures() > 0 ? Decision.UPSTREAM_FAILED
                    : up.skipped() > 0 ? Decision.SKIP : runWhen(up.success() == up.total());
            case ALL_FAILED ->
                    up.success() + up.skipped() > 0 ? Decision.SKIP : runWhen(up.failures() == up.total());
            case ALL_DONE -> runWhen(up.allDone());
            case ALL_SKIPPED ->
                    up.success() + up.failures() > 0 ? Decision.SKIP : runWhen(up.skipped() == up.total());
            case ONE_SUCCESS -> oneSuccess(up);
            case ONE_FAILED -> up.failures() > 0 ? Decision.RUN : skipWhen(up.allDone());
            case ONE_DONE -> up.success() + up.failed() > 0 ? Decision.RUN : skipWhen(up.allDone());
            case NONE_FAILED -> up.failures() > 0 ? Decision.UPSTREAM_FAILED : runWhen(up.allDone());
            case NONE_FAILED_MIN_ONE_SUCCESS -> up.failures() > 0 ? Decision.UPSTREAM_FAILED
                    : up.skipped() == up.total() ? Decision.SKIP : runWhen(up.allDone());
            case NONE_SKIPPED -> up.skipped() > 0 ? Decision.SKIP : runWhen(up.allDone());
            case ALWAYS -> Decision.RUN;
        };
    }

    private static Decision oneSuccess(Upstreams up) {
        if (up.success() > 0) {
            return Decision.RUN;
        }
        if (!up.allDone()) {
            return Decision.WAIT;
        }
        return up.skipped() == up.total() ? Decision.SKIP : Decision.UPSTREAM_FAILED;
    }

    private static Decision runWhen(boolean met) {
        return met ? Decision.RUN : Decision.WAIT;
    }

    private static Decision skipWhen(boolean met) {
        return met ? Decision.SKIP : Decision.WAIT;
    }
}
