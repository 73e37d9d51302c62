// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.gateway.internal.log;

import io.dexaflow.agent.RunLogs;
import io.dexaflow.gateway.internal.GatewayConfig;
import io.dexaflow.gateway.internal.Home;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributeView;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The folders of runs below the folders of DAGs. Every folder is opened relative to the one it is in and without following a
 * link, so that a link that a task puts in its way leads nowhere. What cannot be removed is said once in a pass.
 */
@Component(name = "io.dexaflow.gateway.run-logs", service = RunLogs.class, configurationPid = "io.dexaflow.gateway")
public final class FileRunLogs implements RunLogs {

    private static final Logger LOG = LoggerFactory.getLogger(FileRunLogs.class);
    private static final int BATCH = 500;

    private final Path root;

    @Activate
    public FileRunLogs(BundleContext context, GatewayConfig config) {
        this(FileAttemptLog.root(Home.of(context), config.logs_dir()));
    }

    /** With a folder of one's own. */
    FileRunLogs(Path root) {
        this.root = root;
    }

    @Override
    public int remove(Function<Set<UUID>, Set<UUID>> removable) throws InterruptedException {
        if (!Files.isDirectory(root)) {
            return 0;
        }
        try (var stream = Files.newDirectoryStream(root)) {
            if (!(stream instanceof SecureDirectoryStream<Path> dags)) {
                LOG.warn("old task logs are kept, since folders cannot be opened safely here: folder={}", root);
                return 0;
            }
            int removed = 0;
            for (Path dag : dags) {
                removed += ofDag(dags, dag.getFileName(), removable);
            }
            return removed;
        } catch (IOException | DirectoryIteratorException e) {
            LOG.warn("old task logs cannot be looked through: folder={} cause={}", root, e.toString());
            return 0;
        }
    }

    private static int ofDag(SecureDirectoryStream<Path> dags, Path dag, Function<Set<UUID>, Set<UUID>> removable)
            throws InterruptedException {
        if (!isFolder(dags, dag)) {
            return 0;
        }
        int removed = 0;
        try (SecureDirectoryStream<Path> runs = open(dags, dag)) {
            Set<UUID> some = new HashSet<>();
            for (Path run : runs) {
                runOf(run.getFileName()).ifPresent(some::add);
                if (some.size() == BATCH) {
                    removed += removeAll(dags, dag, removable.apply(some));
                    some.clear();
                }
            }
            removed += removeAll(dags, dag, removable.apply(some));
            if (removed > 0) {
                dropIfEmpty(dags, dag);
            }
        } catch (IOException | DirectoryIteratorException e) {
            LOG.warn("old task logs of a DAG cannot be looked through: folder={} cause={}", dag, e.toString());
        }
        return removed;
    }

    private static int removeAll(SecureDirectoryStream<Path> dags, Path dag, Set<UUID> runs)
            throws IOException, InterruptedException {
        int removed = 0;
        try (SecureDirectoryStream<Path> folder = open(dags, dag)) {
            for (UUID run : runs) {
                if (Thread.interrupted()) {
                    throw new InterruptedException("cut off");
                }
                try {
                    removeTree(folder, Path.of(run.toString()));
                    removed++;
                } catch (IOException e) {
                    LOG.warn("task logs of a run cannot be removed: run={} cause={}", run, e.toString());
                }
            }
        }
        return removed;
    }

    private static void removeTree(SecureDirectoryStream<Path> parent, Path name) throws IOException {
        if (!isFolder(parent, name)) {
            parent.deleteFile(name);
            return;
        }
        try (SecureDirectoryStream<Path> folder = open(parent, name)) {
            for (Path entry : folder) {
                removeTree(folder, entry.getFileName());
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        parent.deleteDirectory(name);
    }

    private static void dropIfEmpty(SecureDirectoryStream<Path> dags, Path dag) {
        try {
            dags.deleteDirectory(dag);
        } catch (IOException notEmpty) {
            LOG.trace("still in use: {}", dag);
        }
    }

    private static SecureDirectoryStream<Path> open(SecureDirectoryStream<Path> parent, Path name) throws IOException {
        return parent.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS);
    }

    private static boolean isFolder(SecureDirectoryStream<Path> parent, Path name) {
        try {
            return parent.getFileAttributeView(name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                    .readAttributes()
                    .isDirectory();
        } catch (IOException gone) {
            return false;
        }
    }

    private static Optional<UUID> runOf(Path name) {
        try {
            UUID run = UUID.fromString(name.toString());
            return run.toString().equals(name.toString()) ? Optional.of(run) : Optional.empty();
        } catch (IllegalArgumentException other) {
            return Optional.empty();
        }
    }
}
