// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.dispatch;

import io.dexaflow.control.ExecutorDirectory;
import io.dexaflow.executor.TaskExecutor;
import io.dexaflow.scheduler.internal.SchedulerConfig;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.osgi.framework.Bundle;
import org.osgi.framework.ServiceReference;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.metatype.annotations.Designate;

/**
 * Holds the only references to executors, so that swapping one restarts nothing else (design, Seams). An executor that is
 * not here is an answer: its tasks wait.
 */
@Component(name = "io.dexaflow.scheduler.executors", service = {ExecutorRegistry.class,
        ExecutorDirectory.class}, configurationPid = SchedulerConfig.PID)
@Designate(ocd = SchedulerConfig.class)
public final class ExecutorRegistry implements ExecutorDirectory {

    private final Map<String, Entry> entries = new ConcurrentHashMap<>();
    private final Map<String, Instant> absentSince = new ConcurrentHashMap<>();
    private final Map<UUID, String> handingOver = new ConcurrentHashMap<>();
    private final String defaultExecutor;

    private record Entry(TaskExecutor executor, Bundle bundle) {}

    @Activate
    public ExecutorRegistry(SchedulerConfig config) {
        this.defaultExecutor = config.default_executor();
    }

    @Reference(name = "executor", service = TaskExecutor.class, cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC)
    public void bind(ServiceReference<TaskExecutor> reference, TaskExecutor executor) {
        String name = nameOf(reference);
        entries.put(name, new Entry(executor, reference.getBundle()));
        absentSince.remove(name);
    }

    public void unbind(ServiceReference<TaskExecutor> reference, TaskExecutor executor) {
        entries.computeIfPresent(nameOf(reference), (n, e) -> e.executor() == executor ? null : e);
    }

    /** The executor of that name, of the default one for null. */
    public Optional<TaskExecutor> find(String name) {
        return Optional.ofNullable(entries.get(resolve(name))).map(Entry::executor);
    }

    /** The name behind what a task declares. */
    public String resolve(String name) {
        return name == null ? defaultExecutor : name;
    }

    /**
     * Since when nobody has offered that name: since the first question after boot, or after it left. Who waits for it asks
     * in each tick.
     *
     * @param now database time of the question
     */
    Instant absentSince(String name, Instant now) {
        return absentSince.computeIfAbsent(resolve(name), n -> now);
    }

    /** Every executor that is here. */
    public List<TaskExecutor> all() {
        return entries.values().stream().map(Entry::executor).toList();
    }

    /** Notes that a task instance is being handed to an executor, for whoever looks. */
    void handing(UUID taskInstance, String executor) {
        handingOver.put(taskInstance, resolve(executor));
    }

    /** The end of {@link #handing}. */
    void handed(UUID taskInstance) {
        handingOver.remove(taskInstance);
    }

    @Override
    public List<ExecutorInfo> executors() {
        return entries.entrySet()
                .stream()
                .map(e -> info(e.getKey(), e.getValue()))
                .sorted(Comparator.comparing(ExecutorInfo::name))
                .toList();
    }

    private ExecutorInfo info(String name, Entry entry) {
        int inFlight = (int) handingOver.values().stream().filter(name::equals).count();
        String bundle = entry.bundle().getSymbolicName() + " " + entry.bundle().getVersion();
        return new ExecutorInfo(name, bundle, name.equals(defaultExecutor), inFlight);
    }

    private static String nameOf(ServiceReference<TaskExecutor> reference) {
        return String.valueOf(reference.getProperty(TaskExecutor.NAME_PROPERTY));
    }
}
