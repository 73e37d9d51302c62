// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.gateway.internal.log;

import io.dexaflow.agent.AttemptLog;
import io.dexaflow.gateway.internal.GatewayConfig;
import io.dexaflow.gateway.internal.Home;
import io.dexaflow.gateway.internal.log.PlatformLines.Line;
import io.dexaflow.model.AttemptId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.metatype.annotations.Designate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the logs of attempts as files. A full or broken disk costs log lines and one warning, never a task: nothing here
 * throws.
 */
@Component(name = "io.dexaflow.gateway.attempt-log", service = AttemptLog.class,
        configurationPid = "io.dexaflow.gateway")
@Designate(ocd = GatewayConfig.class)
public final class FileAttemptLog implements AttemptLog {

    private static final Logger LOG = LoggerFactory.getLogger(FileAttemptLog.class);

    private static final int LONGEST_LINE = 4000;

    private final Path root;
    private final ReentrantLock writing = new ReentrantLock();
    private final AtomicBoolean failing = new AtomicBoolean();

    @Activate
    public FileAttemptLog(BundleContext context, GatewayConfig config) {
        this(root(Home.of(context), config.logs_dir()));
    }

    /** With a folder of one's own. */
    public FileAttemptLog(Path root) {
        this.root = root;
    }

    @Override
    public Path agentFile(String dagId, AttemptId attempt) {
        Path file = files(dagId, attempt).agent();
        guarded(() -> Files.createDirectories(file.getParent()));
        return file;
    }

    @Override
    public void append(String dagId, AttemptId attempt, String line) {
        LogFiles files = files(dagId, attempt);
        locked(() -> write(files, oneLine(line)));
    }

    @Override
    public void markOnce(String dagId, AttemptId attempt, String line) {
        LogFiles files = files(dagId, attempt);
        String text = oneLine(line);
        locked(() -> {
            boolean there = PlatformLines.read(files.platform()).stream().anyMatch(it -> it.text().equals(text));
            if (!there) {
                write(files, text);
            }
        });
    }

    @Override
    public Chunk read(String dagId, List<AttemptId> attempts, long from, int limit) {
        try {
            MergedLog log = new MergedLog();
            for (AttemptId attempt : attempts) {
                log.add(files(dagId, attempt),
                        "--- try " + attempt.tryNumber() + ", execution " + attempt.epoch() + " ---");
            }
            return log.read(Math.max(0, from), Math.max(0, limit));
        } catch (IOException e) {
            failed(e);
            return new Chunk(new byte[0], from, true);
        }
    }

    static Path root(Path home, String configured) {
        return configured == null || configured.isBlank() ? home.resolve("logs").resolve("tasks")
                : home.resolve(configured);
    }

    private LogFiles files(String dagId, AttemptId attempt) {
        return LogFiles.of(root, dagId, attempt);
    }

    private static void write(LogFiles files, String text) throws IOException {
        Files.createDirectories(files.platform().getParent());
        long after = Files.exists(files.agent()) ? Files.size(files.agent()) : 0;
        PlatformLines.append(files.platform(), new Line(after, text));
    }

    private static String oneLine(String line) {
        String text = line.replaceAll("\\R", " ").strip();
        return text.length() <= LONGEST_LINE ? text : text.substring(0, LONGEST_LINE) + "…";
    }

    private interface Work {
        void run() throws IOException;
    }

    private void locked(Work work) {
        writing.lock();
        try {
            guarded(work);
        } finally {
            writing.unlock();
        }
    }

    private void guarded(Work work) {
        try {
            work.run();
            if (failing.compareAndSet(true, false)) {
                LOG.info("task logs can be written again folder={}", root);
            }
        } catch (IOException e) {
            failed(e);
        }
    }

    private void failed(IOException cause) {
        if (failing.compareAndSet(false, true)) {
            LOG.warn("task logs cannot be written or read folder={} cause={}; tasks go on, their log lines are lost"
                    + " until the folder can be used", root, cause.toString());
        }
    }
}
