// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.schedule;

import java.util.List;
import java.util.Map;

/** The words that may stand for five fields; they mean what they mean to Airflow. */
final class Presets {

    static final Map<String, String> CRON = Map.of("@hourly", "0 * * * *", "@daily", "0 0 * * *", "@weekly",
            "0 0 * * 0", "@monthly", "0 0 1 * *", "@yearly", "0 0 1 1 *");

    /** The word for a DAG that runs once. */
    static final String ONCE = "@once";

    static final List<String> WORDS = List.of("@hourly", "@daily", "@weekly", "@monthly", "@yearly", ONCE);

    private Presets() {}
}
