// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dexaflow.store.LeaderLock;
import io.dexaflow.store.Readings;
import io.dexaflow.timing.Ladder;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Dictionary;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;
import org.postgresql.osgi.PGDataSourceFactory;

/** What appears in the service registry, and when. */
class StoreOpenerIT {

    private static TestServer server;

    @RegisterExtension static final BeforeAllCallback SERVER = context -> server = TestServer.of(context);

    /** What is registered: by interface, the service and its properties. */
    private final Map<String, Map.Entry<Object, Dictionary<?, ?>>> registry = new ConcurrentHashMap<>();
    private TestServer.Endpoint database;
    private Cable cable;
    private StoreOpener opener;

    @BeforeEach
    void create() throws SQLException, IOException {
        database = server.database();
        cable = new Cable(database);
    }

    @AfterEach
    void drop() throws SQLException, IOException {
        if (opener != null) {
            opener.stop();
        }
        cable.close();
        server.drop(database);
    }

    @Test
    void servicesAppearOnceTheDatabaseAnswersAndTheSchemaIsThere() throws IOException {
        start(database(cable), 16);
        await().during(Duration.ofMillis(300)).until(registry::isEmpty);

        cable.mend();

        await().atMost(Duration.ofSeconds(20)).until(() -> registry.size() == 21);
        assertThat(registry.keySet().stream().map(name -> name.replaceAll(".*\\.", ""))).containsExactlyInAnyOrder(
                "DatabaseClock", "DagLedger", "RunLedger", "TaskLedger", "AttemptLedger", "Readings", "LeaderLock",
                "ReapLedger", "DecisionLedger", "CallbackLedger", "RetentionLedger", "ScheduleLedger", "DagCatalog",
                "PoolLedger", "VariableLedger", "ClearLedger",
                "EventLedger", "Figures", "DoctorCheck", "Backup", "BackfillLedger");
        Readings readings = (Readings) registry.get(Readings.class.getName()).getKey();
        assertThat(readings.ping()).isNotNull();
        opener.stop();
        assertThat(registry).isEmpty();
    }

    @Test
    void stoppingGivesTheLockBack() throws IOException {
        cable.mend();
        start(database(cable), 16);
        await().atMost(Duration.ofSeconds(20)).until(() -> registry.size() == 21);
        LeaderLock lock = (LeaderLock) registry.get(LeaderLock.class.getName()).getKey();
        assertThat(lock.tryAcquire()).isPresent();

        opener.stop();

        assertThat(lock.stillHeld()).isFalse();
    }

    @Test
    void schemaThatIsTooNewRefusesTheBoot() throws SQLException {
        try (Connection connection = database.connect(); Statement statement = connection.createStatement()) {
            statement.execute("create schema dexaflow; create table dexaflow.changelog (id numeric(20, 0) primary key, "
                    + "applied_at text, description text); insert into dexaflow.changelog values (99999, 'x', 'x')");
        }

        start(database, 16);

        assertThat(refusal()).contains("9.99 (change 99999)", "0.1 (change 00106)", "Start a program of release 9.99");
    }

    @Test
    void whatNoTimeCanHealRefusesTheBoot() {
        start(new TestServer.Endpoint(database.jdbcUrl() + "_not_there", database.user(), database.password()), 16);

        assertThat(refusal()).contains("could not open the store", "there is no such database").doesNotContain("\n");
    }

    @Test
    void badConfigurationRefusesTheBoot() {
        start(database, 1);

        assertThat(refusal()).contains("io.dexaflow.store-postgres", "pool.size is 1", "2 or more");
    }

    @Test
    void stoppingWhileTheDatabaseIsAwayTakesNoTimeAndLeavesNoThread() {
        start(database(cable), 16);
        await().during(Duration.ofMillis(100)).until(registry::isEmpty);

        long before = System.nanoTime();
        opener.stop();

        assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(4));
        assertThat(registry).isEmpty();
        assertThat(threads()).noneMatch(name -> name.startsWith("dexaflow"));
    }

    @Test
    void stoppingLeavesNoThread() throws IOException {
        cable.mend();
        start(database(cable), 16);
        await().atMost(Duration.ofSeconds(20)).until(() -> registry.size() == 21);

        opener.stop();

        await().atMost(Duration.ofSeconds(5))
                .untilAsserted(
                        () -> assertThat(threads()).noneMatch(name -> name.startsWith("dexaflow")));
    }

    private String refusal() {
        await().atMost(Duration.ofSeconds(20)).until(() -> !registry.isEmpty());
        assertThat(registry).containsOnlyKeys("org.osgi.service.condition.Condition");
        Dictionary<?, ?> properties = registry.values().iterator().next().getValue();
        assertThat(properties.get("osgi.condition.id")).isEqualTo("dexaflow.refused");
        assertThat(properties.get("exit.code")).isEqualTo(78);
        return (String) properties.get("message");
    }

    private static TestServer.Endpoint database(Cable cable) {
        return cable.endpoint();
    }

    private static Set<String> threads() {
        return Thread.getAllStackTraces().keySet().stream().map(Thread::getName).collect(Collectors.toSet());
    }

    private void start(TestServer.Endpoint endpoint, int poolSize) {
        Ladder ladder = proxy(Ladder.class, (name, arguments) -> TestStore.VALVE);
        opener = new StoreOpener(
                proxy(BundleContext.class,
                        (name, arguments) -> name.equals("getProperty") ? null : register(arguments)),
                endpoint,
                new PGDataSourceFactory(), ladder, TestConfig.ofPool(poolSize));
        opener.start();
    }

    private ServiceRegistration<?> register(Object[] arguments) {
        String type = (String) arguments[0];
        registry.put(type, Map.entry(arguments[1], (Dictionary<?, ?>) arguments[2]));
        return proxy(ServiceRegistration.class, (name, none) -> registry.remove(type));
    }

    private interface Answer {
        Object to(String method, Object[] arguments);
    }

    private static <T> T proxy(Class<T> type, Answer answer) {
        return type.cast(Proxy.newProxyInstance(StoreOpenerIT.class.getClassLoader(), new Class<?>[]{type},
                (proxy, method, arguments) -> {
                    Object result = answer.to(method.getName(), arguments);
                    return method.getReturnType() == void.class ? null : result;
                }));
    }

}
