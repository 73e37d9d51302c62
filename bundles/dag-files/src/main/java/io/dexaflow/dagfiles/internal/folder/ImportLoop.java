// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.dagfiles.internal.folder;

import io.dexaflow.control.Leadership;
import io.dexaflow.store.DagLedger;
import io.dexaflow.store.LeadershipTerm;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Imports the DAG folder for as long as this host leads. A failure is said once, a recovery too, and the next pass
 * tries again.
 */
final class ImportLoop implements Runnable {

    /** Changes are watched for; this finds those that no watch sees. */
    private static final Duration RESCAN = Duration.ofSeconds(3);

    /** While content waits for its second look. */
    private static final Duration SOON = Duration.ofMillis(250);

    /** How often a follower looks whether it leads. */
    private static final Duration FOLLOWING = Duration.ofMillis(500);

    private static final Logger LOG = LoggerFactory.getLogger(ImportLoop.class);

    private final DagFolder folder;
    private final Leadership leadership;
    private final FolderWatch watch;
    private final FolderImport files;
    private final LongSupplier clock;
    private LeadershipTerm term;
    private boolean failing;
    private volatile boolean missing;

    ImportLoop(DagFolder folder, Leadership leadership, DagLedger ledger, FolderWatch watch, LongSupplier clock) {
        this.folder = folder;
        this.leadership = leadership;
        this.watch = watch;
        this.files = new FolderImport(folder, new LeadersLedger(ledger, this::isLeading));
        this.clock = clock;
    }

    @Override
    public void run() {
        try {
            Duration wait = step();
            while (watch.await(wait)) {
                wait = step();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** One round; says how long the next one may wait. */
    Duration step() {
        Optional<LeadershipTerm> current = leadership.current();
        if (current.isEmpty()) {
            term = null;
            return FOLLOWING;
        }
        if (!current.get().equals(term)) {
            term = current.get();
            files.begin();
        }
        try {
            see(files.pass(clock.getAsLong()));
            recovered();
        } catch (LeadersLedger.NotLeadingException e) {
            LOG.debug("Leadership ended during an import");
        } catch (Exception e) {
            failed(e);
        }
        return files.isWaiting() ? SOON : RESCAN;
    }

    private boolean isLeading() {
        return term != null && leadership.current().equals(Optional.of(term));
    }

    private void see(FolderView view) {
        watch.follow(view.folders());
        if (view.isPresent() == missing) {
            missing = !missing;
            if (missing) {
                LOG.warn("The DAG folder {} is not there or cannot be listed: DAGs stay as they are", folder.root());
            } else {
                LOG.info("The DAG folder {} is back", folder.root());
            }
        }
    }

    private void failed(Exception e) {
        if (failing) {
            LOG.debug("The DAG folder still cannot be imported", e);
        } else {
            LOG.warn("The DAG folder cannot be imported for now, it is tried again: {}", e.toString());
        }
        failing = true;
    }

    private void recovered() {
        if (failing) {
            LOG.info("The DAG folder is imported again");
        }
        failing = false;
    }

    /** Whether the folder was missing at the last look. */
    boolean isFolderMissing() {
        return missing;
    }
}
