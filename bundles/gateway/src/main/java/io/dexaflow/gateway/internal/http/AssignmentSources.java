// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.gateway.internal.http;

import io.dexaflow.agent.AssignmentSource;
import io.dexaflow.executor.TaskExecutor;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;

/**
 * Knows which executor hands out work to its waiting agents. Executors come and go (swap) without the agents' HTTP end
 * noticing; while one is away its workers are told nothing.
 */
@Component(name = "io.dexaflow.gateway.assignment-sources", service = AssignmentSources.class)
public final class AssignmentSources {

    private static final long LOOK_AGAIN_MILLIS = 100;

    private final Map<String, List<AssignmentSource>> byExecutor = new ConcurrentHashMap<>();
    private final CountDownLatch stopped = new CountDownLatch(1);

    @Activate
    public AssignmentSources() {
        // Everything comes through add.
    }

    /** An executor came. */
    @Reference(name = "source", cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC,
            unbind = "remove")
    public void add(AssignmentSource source, Map<String, Object> properties) {
        byExecutor.computeIfAbsent(name(properties), name -> new CopyOnWriteArrayList<>()).add(source);
    }

    /** An executor went. */
    public void remove(AssignmentSource source, Map<String, Object> properties) {
        byExecutor.getOrDefault(name(properties), List.of()).remove(source);
    }

    /**
     * The source of an executor, the newest where a swap shows two.
     *
     * @param executor the executor's name
     * @param patience how long to wait for one that is away
     * @return empty when it is still away
     * @throws InterruptedException when the host stops
     */
    Optional<AssignmentSource> find(String executor, Duration patience) throws InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        while (true) {
            List<AssignmentSource> sources = byExecutor.getOrDefault(executor, List.of());
            Optional<AssignmentSource> newest = sources.reversed().stream().findFirst();
            if (newest.isPresent() || System.nanoTime() - end >= 0) {
                return newest;
            }
            if (stopped.await(LOOK_AGAIN_MILLIS, TimeUnit.MILLISECONDS)) {
                return Optional.empty();
            }
        }
    }

    @Deactivate
    void stop() {
        stopped.countDown();
    }

    private static String name(Map<String, Object> properties) {
        return String.valueOf(properties.get(TaskExecutor.NAME_PROPERTY));
    }
}
