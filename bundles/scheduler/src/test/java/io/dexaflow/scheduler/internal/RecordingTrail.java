// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal;

import io.dexaflow.trail.Decision;
import io.dexaflow.trail.DecisionTrail;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A trail that keeps what it is told. */
public final class RecordingTrail implements DecisionTrail {

    public final List<Decision> recorded = new CopyOnWriteArrayList<>();
    public final List<Decision> written = new CopyOnWriteArrayList<>();

    @Override
    public void record(List<Decision> decisions) {
        recorded.addAll(decisions);
    }

    @Override
    public void written(List<Decision> decisions) {
        written.addAll(decisions);
    }

    public List<String> recordedLabels() {
        return recorded.stream().map(Decision::label).toList();
    }

    public List<String> writtenLabels() {
        return written.stream().map(Decision::label).toList();
    }
}
