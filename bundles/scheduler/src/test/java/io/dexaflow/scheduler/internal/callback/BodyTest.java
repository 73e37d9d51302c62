// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.callback;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What whoever is called gets to know. */
class BodyTest {

    @Test
    void ofATaskItTellsWhichAttemptFailedAndWhereItsLogIs() {
        assertThat(Body.of(Failures.ofTask(1), "http://h:1")).isEqualTo("{\"callback_id\":\"" + Failures.ID
                + "\",\"dag_id\":\"dag é\",\"run_id\":\"manual__2026-01-01T00:00:00+00:00\",\"task_id\":\"load\","
                + "\"try_number\":2,\"state\":\"failed\",\"reason\":\"said \\\"no\\\"\\u000aand \\\\\","
                + "\"failed_at\":\"2026-11-30T12:00:00Z\",\"logical_date\":\"2026-01-01T00:00:00Z\",\"ds\":\"2026-01-01\","
                + "\"data_interval_start\":null,\"data_interval_end\":null,"
                + "\"log_url\":\"http://h:1/api/v2/dags/dag%20%C3%A9/dagRuns/manual__2026-01-01T00%3A00%3A00%2B00%3A00"
                + "/taskInstances/load/logs/2\"}");
    }

    @Test
    void ofARunThereIsNoTask() {
        assertThat(Body.of(Failures.ofRun(1), null)).contains("\"task_id\":null,\"try_number\":null",
                "\"log_url\":null}");
    }
}
