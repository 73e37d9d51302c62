// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.retention;

import io.dexaflow.agent.RunLogs;
import io.dexaflow.control.Retention;
import io.dexaflow.reaper.MaintenancePhase;
import io.dexaflow.scheduler.internal.SchedulerConfig;
import io.dexaflow.store.LeadershipTerm;
import io.dexaflow.store.RetentionLedger;
import io.dexaflow.store.RetentionLedger.Expired;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes away old runs, a few small batches in a cycle, and once an hour the logs of runs that are old or gone. What fails is
 * left for the next cycle.
 */
@Component(name = "io.dexaflow.scheduler.run-retention", service = {MaintenancePhase.class, Retention.class},
        configurationPid = SchedulerConfig.PID)
public final class RunRetention implements MaintenancePhase, Retention {

    private static final Logger LOG = LoggerFactory.getLogger(RunRetention.class);

    /** Runs that go in one transaction: each takes its task instances with it. */
    static final int BATCH = 20;
    static final int BATCHES = 25;
    private static final Duration BETWEEN_LOGS = Duration.ofHours(1);

    private final RetentionLedger ledger;
    private final RunLogs logs;
    private final int runsDays;
    private final int logsDays;
    private long nextLogs = System.nanoTime();

    @Activate
    public RunRetention(@Reference(name = "retention-ledger") RetentionLedger ledger,
            @Reference(name = "run-logs") RunLogs logs, SchedulerConfig config) {
        this.ledger = ledger;
        this.logs = logs;
        this.runsDays = Math.max(0, config.retention_runs__days());
        this.logsDays = Math.max(0, config.retention_logs__days());
    }

    @Override
    public String name() {
        return "run-retention";
    }

    @Override
    public int order() {
        return 1_001;
    }

    @Override
    public void run(LeadershipTerm leadership) throws InterruptedException {
        if (runsDays > 0) {
            runs(leadership.term());
        }
        if (keepsLogsForever() || System.nanoTime() - nextLogs < 0) {
            return;
        }
        nextLogs = System.nanoTime() + BETWEEN_LOGS.toNanos();
        int removed = logs.remove(this::logsExpired);
        if (removed > 0) {
            LOG.info("task logs of {} runs were taken away: they are gone, or older than retention.logs_days", removed);
        }
    }

    private void runs(long term) throws InterruptedException {
        int pruned = 0;
        for (int i = 0; i < BATCHES; i++) {
            int batch = ledger.prune(Duration.ofDays(runsDays), BATCH, term);
            pruned += batch;
            if (batch < BATCH) {
                break;
            }
            if (Thread.interrupted()) {
                throw new InterruptedException("the budget is spent");
            }
        }
        if (pruned > 0) {
            LOG.info("{} runs were taken away that ended more than {} days ago", pruned, runsDays);
        }
    }

    private boolean keepsLogsForever() {
        return runsDays == 0 && logsDays == 0;
    }

    private Set<UUID> logsExpired(Set<UUID> runs) {
        return ledger.logsExpired(runs, logsDays == 0 ? null : Duration.ofDays(logsDays));
    }

    /** Logs go with their run, or before it. */
    private int daysOfLogs() {
        return runsDays == 0 || logsDays == 0 ? Math.max(runsDays, logsDays) : Math.min(runsDays, logsDays);
    }

    @Override
    public Plan plan() {
        Expired rows = runsDays == 0 ? new Expired(0, 0, 0, 0, 0) : ledger.expired(Duration.ofDays(runsDays));
        AtomicInteger runsWithLogs = new AtomicInteger();
        if (!keepsLogsForever()) {
            try {
                logs.remove(runs -> {
                    runsWithLogs.addAndGet(ledger.logsExpired(runs, Duration.ofDays(daysOfLogs())).size());
                    return Set.of();
                });
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        return new Plan(runsDays, logsDays, rows, runsWithLogs.get());
    }
}
