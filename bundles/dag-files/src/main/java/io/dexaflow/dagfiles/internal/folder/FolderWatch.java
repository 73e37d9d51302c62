// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.dagfiles.internal.folder;

import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits for a change in folders, or for a time to pass. It is only a hint that a look may pay: where the system refuses
 * to watch (too many folders, a network file system), the time is all there is, and nothing is lost but speed.
 */
final class FolderWatch implements AutoCloseable {

    /** Whoever writes one file writes more: what follows at once is one change. */
    private static final Duration CALM = Duration.ofMillis(100);
    private static final int LONGEST_STORM = 5;

    private static final Logger LOG = LoggerFactory.getLogger(FolderWatch.class);

    private final CountDownLatch closed = new CountDownLatch(1);
    private final Map<Path, WatchKey> keys = new HashMap<>();
    private final WatchService service;
    private boolean refusalSaid;

    FolderWatch() {
        service = open();
    }

    private static WatchService open() {
        try {
            return FileSystems.getDefault().newWatchService();
        } catch (IOException e) {
            LOG.info("Changes in the DAG folder are found by looking every few seconds only: {}", e.getMessage());
            return null;
        }
    }

    /** Watches these folders, and no others. */
    void follow(Set<Path> folders) {
        if (service == null) {
            return;
        }
        keys.entrySet().removeIf(entry -> {
            boolean stale = !folders.contains(entry.getKey()) || !entry.getValue().isValid();
            if (stale) {
                entry.getValue().cancel();
            }
            return stale;
        });
        folders.stream().filter(folder -> !keys.containsKey(folder)).forEach(this::register);
    }

    private void register(Path folder) {
        try {
            keys.put(folder, folder.register(service, StandardWatchEventKinds.ENTRY_CREATE,
                    StandardWatchEventKinds.ENTRY_MODIFY, StandardWatchEventKinds.ENTRY_DELETE));
        } catch (IOException e) {
            if (!refusalSaid) {
                LOG.info("Not every DAG folder can be watched, these are looked at every few seconds: {}",
                        e.getMessage());
                refusalSaid = true;
            }
        } catch (ClosedWatchServiceException e) {
            // Being closed: the loop is about to see it.
        }
    }

    /**
     * Waits for a change, at most this long.
     *
     * @return whether to go on: false once this was closed
     */
    boolean await(Duration longest) throws InterruptedException {
        try {
            if (service == null) {
                closed.await(longest.toNanos(), TimeUnit.NANOSECONDS);
            } else if (drain(service.poll(longest.toNanos(), TimeUnit.NANOSECONDS))) {
                for (int i = 0; i < LONGEST_STORM; i++) {
                    if (!drain(service.poll(CALM.toNanos(), TimeUnit.NANOSECONDS))) {
                        break;
                    }
                }
            }
        } catch (ClosedWatchServiceException e) {
            return false;
        }
        return closed.getCount() > 0;
    }

    private static boolean drain(WatchKey key) {
        if (key == null) {
            return false;
        }
        key.pollEvents();
        key.reset();
        return true;
    }

    /** Ends every wait, now and later. */
    @Override
    public void close() {
        closed.countDown();
        if (service != null) {
            try {
                service.close();
            } catch (IOException e) {
                LOG.debug("Closing the watch of the DAG folder", e);
            }
        }
    }
}
