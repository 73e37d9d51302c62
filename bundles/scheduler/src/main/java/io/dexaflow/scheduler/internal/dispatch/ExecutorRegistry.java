// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal.dispatch;

import static java.util.Comparator.comparing;

import io.dexaflow.control.ExecutorDirectory;
import io.dexaflow.executor.TaskExecutor;
import io.dexaflow.scheduler.internal.SchedulerConfig;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
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

    private final List<Entry> entries = new CopyOnWriteArrayList<>();
    private final Map<String, Instant> absentSince = new ConcurrentHashMap<>();
    private final Map<UUID, String> handingOver = new ConcurrentHashMap<>();
    private final String defaultExecutor;

    private record Entry(ServiceReference<TaskExecutor> reference, TaskExecutor executor) {

        String name() {
            return String.valueOf(reference.getProperty(TaskExecutor.NAME_PROPERTY));
        }
    }

    @Activate
    public ExecutorRegistry(SchedulerConfig config) {
        this.defaultExecutor = config.default_executor();
    }

    @Reference(name = "executor", service = TaskExecutor.class, cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC)
    public void bind(ServiceReference<TaskExecutor> reference, TaskExecutor executor) {
        Entry entry = new Entry(reference, executor);
        entries.add(entry);
        absentSince.remove(entry.name());
    }

    public void unbind(ServiceReference<TaskExecutor> reference, TaskExecutor executor) {
        entries.removeIf(entry -> entry.executor() == executor);
    }

    /** The executor of that name, of the default one for null; of several the one that the framework ranks highest. */
    public Optional<TaskExecutor> find(String name) {
        return serving(resolve(name)).map(Entry::executor);
    }

    private Optional<Entry> serving(String name) {
        return entries.stream().filter(entry -> entry.name().equals(name)).max(comparing(Entry::reference));
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

    /** Every executor that is here, those too that another of the same name outranks: they may have running attempts. */
    public List<TaskExecutor> all() {
        return entries.stream().map(Entry::executor).toList();
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
        return entries.stream()
                .map(Entry::name)
                .distinct()
                .sorted()
                .flatMap(name -> serving(name).stream())
                .map(this::info)
                .toList();
    }

    private ExecutorInfo info(Entry entry) {
        String name = entry.name();
        int inFlight = (int) handingOver.values().stream().filter(name::equals).count();
        Bundle provider = entry.reference().getBundle();
        String bundle = provider == null ? "" : provider.getSymbolicName() + " " + provider.getVersion();
        return new ExecutorInfo(name, bundle, name.equals(defaultExecutor), inFlight);
    }
}
