// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.dagfiles.internal.folder;

import io.dexaflow.control.Leadership;
import io.dexaflow.diagnosis.DoctorCheck;
import io.dexaflow.diagnosis.Finding;
import io.dexaflow.store.DagLedger;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the DAG folder imported while this host leads, and tells the doctor when the folder is missing. When the
 * database is away it waits and tries again; when it fails for good, DAGs stay as they are known.
 */
@Component(name = "io.dexaflow.dag-files.importer", service = DoctorCheck.class, immediate = true)
public final class DagImporter implements DoctorCheck {

    private static final Logger LOG = LoggerFactory.getLogger(DagImporter.class);
    private static final Duration STOP_PATIENCE = Duration.ofSeconds(5);

    private final BundleContext context;
    private final Leadership leadership;
    private final DagLedger ledger;
    private FolderWatch watch;
    private ImportLoop loop;
    private Thread thread;

    /** Assigns; {@link #start} begins. */
    @Activate
    public DagImporter(BundleContext context, @Reference(name = "leadership") Leadership leadership,
            @Reference(name = "dag-ledger") DagLedger ledger) {
        this.context = context;
        this.leadership = leadership;
        this.ledger = ledger;
    }

    /** Begins to watch, unless the host was started for a single run. */
    @Activate
    void start() {
        String folder = context.getProperty("dexaflow.dags");
        if (Boolean.parseBoolean(context.getProperty("dexaflow.run_only")) || folder == null || folder.isBlank()) {
            LOG.debug("No DAG folder is imported: single run, or dexaflow.dags is not set");
            return;
        }
        Path root = Path.of(folder).toAbsolutePath().normalize();
        watch = new FolderWatch();
        loop = new ImportLoop(new DagFolder(root), leadership, ledger, watch, System::nanoTime);
        thread = Thread.ofPlatform().name("dag-files-import").daemon().start(loop);
    }

    @Override
    public String name() {
        return "dag-files";
    }

    @Override
    public List<Finding> check() {
        if (loop == null || !loop.isFolderMissing()) {
            return List.of();
        }
        return List.of(new Finding(Finding.Level.WARNING, "The DAG folder cannot be listed.",
                "dexaflow.dags=" + context.getProperty("dexaflow.dags"),
                "Create it, or mount it again, or start with --dags; DAGs stay as they are known until then."));
    }

    /** Ends the loop and waits for it: nothing is written afterwards. */
    @Deactivate
    void stop() {
        if (thread == null) {
            return;
        }
        watch.close();
        try {
            // A write under way is let finish; one that hangs is interrupted.
            if (!thread.join(STOP_PATIENCE)) {
                thread.interrupt();
                thread.join(STOP_PATIENCE);
            }
        } catch (InterruptedException e) {
            thread.interrupt();
            Thread.currentThread().interrupt();
        }
    }
}
