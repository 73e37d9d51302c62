// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal;

import io.dexaflow.scheduler.internal.trail.Chronicle;
import io.dexaflow.store.DagLedger;
import io.dexaflow.store.DatabaseClock;
import io.dexaflow.store.RunLedger;
import io.dexaflow.store.TaskLedger;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * The stored state that the scheduler works on, and whom it tells of what it does to it, in one hand. Gone while the store is
 * gone.
 */
@Component(name = "io.dexaflow.scheduler.ledgers", service = Ledgers.class)
public final class Ledgers {

    private final RunLedger runs;
    private final TaskLedger tasks;
    private final DagLedger dags;
    private final DatabaseClock clock;
    private final Chronicle chronicle;

    @Activate
    public Ledgers(@Reference(name = "run-ledger") RunLedger runs, @Reference(name = "task-ledger") TaskLedger tasks,
            @Reference(name = "dag-ledger") DagLedger dags, @Reference(name = "database-clock") DatabaseClock clock,
            @Reference(name = "chronicle") Chronicle chronicle) {
        this.runs = runs;
        this.tasks = tasks;
        this.dags = dags;
        this.clock = clock;
        this.chronicle = chronicle;
    }

    public RunLedger runs() {
        return runs;
    }

    public TaskLedger tasks() {
        return tasks;
    }

    public DagLedger dags() {
        return dags;
    }

    public DatabaseClock clock() {
        return clock;
    }

    public Chronicle chronicle() {
        return chronicle;
    }
}
