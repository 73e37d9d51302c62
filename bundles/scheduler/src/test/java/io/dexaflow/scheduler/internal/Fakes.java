// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.scheduler.internal;

import io.dexaflow.control.Leadership;
import io.dexaflow.executor.Attempt;
import io.dexaflow.executor.LaunchOutcome;
import io.dexaflow.executor.Signal;
import io.dexaflow.executor.Suspect;
import io.dexaflow.executor.TaskExecutor;
import io.dexaflow.executor.Verdict;
import io.dexaflow.model.AttemptId;
import io.dexaflow.model.Command;
import io.dexaflow.model.Dag;
import io.dexaflow.model.Task;
import io.dexaflow.model.Work;
import io.dexaflow.scheduler.internal.dispatch.ExecutorRegistry;
import io.dexaflow.scheduler.internal.trail.Chronicle;
import io.dexaflow.scheduler.internal.trail.Observers;
import io.dexaflow.store.DagLedger;
import io.dexaflow.store.LeadershipTerm;
import io.dexaflow.store.Readings;
import io.dexaflow.store.RunLedger;
import io.dexaflow.store.TaskLedger.Candidate;
import io.dexaflow.store.TaskLedger;
import io.dexaflow.trail.DecisionTrail;
import java.lang.annotation.Annotation;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceReference;

/** Stand-ins that this bundle's tests share. */
public final class Fakes {

    public static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");
    public static final Leadership LEADS = () -> Optional.of(new LeadershipTerm(7, NOW));

    public static final Readings NOBODY_LEADS = readings(Optional::empty);

    private Fakes() {}

    /** Readings that know just who leads. */
    public static Readings readings(Supplier<Optional<Readings.LeaderRow>> leader) {
        return (Readings) Proxy.newProxyInstance(Fakes.class.getClassLoader(), new Class<?>[]{Readings.class},
                (proxy, method, args) -> {
                    if (method.getName().equals("leader")) {
                        return leader.get();
                    }
                    throw new IllegalStateException("not expected here: " + method);
                });
    }

    public static SchedulerConfig config(int bufferSize) {
        return new SchedulerConfig() {
            @Override
            public Class<? extends Annotation> annotationType() {
                return SchedulerConfig.class;
            }

            @Override
            public String default_executor() {
                return "subprocess";
            }

            @Override
            public int dispatch_buffer__size() {
                return bufferSize;
            }

            @Override
            public int decisions_retention__days() {
                return 30;
            }

            @Override
            public String[] callbacks_allowed__hosts() {
                return new String[0];
            }

            @Override
            public String callbacks_base__url() {
                return "";
            }

            @Override
            public int retention_runs__days() {
                return 0;
            }

            @Override
            public int retention_logs__days() {
                return 0;
            }
        };
    }

    /** A DAG of that many tasks, t0, t1 … without dependencies. */
    public static Dag dag(int tasks) {
        List<Task> all = new ArrayList<>();
        for (int i = 0; i < tasks; i++) {
            Work work = new Work(new Command(List.of("true"), null), null, null, null, null);
            all.add(new Task("t" + i, work, null, null, null, null, null));
        }
        return new Dag("d", null, null, null, null, null, null, all);
    }

    /** A DAG ledger that knows one DAG under every version. */
    public static DagLedger dags(Function<UUID, Optional<Dag>> lookup) {
        return (DagLedger) Proxy.newProxyInstance(Fakes.class.getClassLoader(), new Class<?>[]{DagLedger.class},
                (proxy, method, args) -> {
                    if (method.getName().equals("dag")) {
                        return lookup.apply((UUID) args[0]);
                    }
                    throw new IllegalStateException("not expected here: " + method);
                });
    }

    /** Ledgers over these, at {@link #NOW}, that tell nobody. */
    public static Ledgers ledgers(RunLedger runs, TaskLedger tasks, DagLedger dags) {
        return ledgers(runs, tasks, dags, new RecordingTrail());
    }

    /** Ledgers over these, at {@link #NOW}. */
    public static Ledgers ledgers(RunLedger runs, TaskLedger tasks, DagLedger dags, DecisionTrail trail) {
        return ledgers(runs, tasks, dags, trail, new Observers());
    }

    /** Ledgers over these, at {@link #NOW}, that tell these observers. */
    public static Ledgers ledgers(RunLedger runs, TaskLedger tasks, DagLedger dags, DecisionTrail trail,
            Observers observers) {
        return new Ledgers(runs, tasks, dags, () -> NOW, new Chronicle(trail, observers));
    }

    public static Candidate candidate(int ordinal, String executor, int failures) {
        UUID id = UUID.randomUUID();
        return new Candidate(id, new AttemptId(new UUID(0, 1), "t" + ordinal, 1, 0), "d", "manual__1", new UUID(0, 2),
                ordinal, executor, failures);
    }

    /** A registry with these executors. */
    public static ExecutorRegistry registry(Map<String, TaskExecutor> executors) {
        ExecutorRegistry registry = new ExecutorRegistry(config(8));
        executors.forEach((name, executor) -> registry.bind(reference(name), executor));
        return registry;
    }

    /** A service reference that bears just a name. */
    public static ServiceReference<TaskExecutor> reference(String name) {
        return reference(name, 0);
    }

    /** A service reference that bears a name and a ranking, and is ordered by the latter. */
    @SuppressWarnings("unchecked")
    public static ServiceReference<TaskExecutor> reference(String name, int ranking) {
        Map<String, Object> properties = Map.of(TaskExecutor.NAME_PROPERTY, name, Constants.SERVICE_RANKING, ranking);
        return (ServiceReference<TaskExecutor>) Proxy.newProxyInstance(Fakes.class.getClassLoader(),
                new Class<?>[]{ServiceReference.class}, (proxy, method, args) -> switch (method.getName()) {
                    case "getProperty" -> properties.get(args[0]);
                    case "compareTo" -> ranking - (int) ((ServiceReference<?>) args[0])
                            .getProperty(Constants.SERVICE_RANKING);
                    default -> null;
                });
    }

    /** An executor that answers each launch as the function says. */
    public static TaskExecutor executor(Function<Attempt, LaunchOutcome> answer) {
        return new TaskExecutor() {
            @Override
            public LaunchOutcome launch(Attempt attempt) {
                return answer.apply(attempt);
            }

            @Override
            public List<Verdict> judge(Signal signal, List<Suspect> suspects) {
                return suspects.stream().map(suspect -> deferred(signal)).toList();
            }

            @Override
            public Verdict stopOrphan(Signal signal, Suspect suspect) {
                return deferred(signal);
            }

            @Override
            public boolean marksAreProvisional() {
                return false;
            }

            @Override
            public void stop(AttemptId attempt) {
                throw new IllegalStateException("not expected here");
            }

            @Override
            public void stopRun(UUID runId) {
                throw new IllegalStateException("not expected here");
            }
        };
    }

    private static Verdict deferred(Signal signal) {
        return Verdict.defer(signal.label("deferred"), "a stand-in knows nothing of it", Map.of());
    }
}
