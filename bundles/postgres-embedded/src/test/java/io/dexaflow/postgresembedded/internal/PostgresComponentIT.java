// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.postgresembedded.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dexaflow.store.DatabaseEndpoint;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PostgresComponentIT {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir private Path home;
    private PostgresFolder folder;
    private FakeContext context;

    @BeforeEach
    void prepareHome() throws Exception {
        folder = Homes.prepare(home);
        context = new FakeContext(Map.of("dexaflow.home", home.toString()));
    }

    @AfterEach
    void leaveNothingRunning() {
        Homes.clean(home);
    }

    @Test
    void offersTheDatabaseWhenItAcceptsConnectionsAndWithdrawsItAtTheEnd() throws Exception {
        PostgresComponent component = new PostgresComponent(context.proxy());
        component.activate();
        await().atMost(PATIENCE).until(() -> !context.registered().isEmpty());
        await().until(() -> context.registered().size() == 2);
        FakeContext.Registered information = context.registered().getFirst();
        FakeContext.Registered offered = context.registered().getLast();
        assertThat(offered.type()).isEqualTo(DatabaseEndpoint.class.getName());
        DatabaseEndpoint endpoint = (DatabaseEndpoint) offered.service();
        assertThat(Homes.addRow(endpoint.jdbcUrl(), folder)).isEqualTo(1);
        assertThat(endpoint.toString()).doesNotContain(endpoint.password());
        assertThat(information.type()).isEqualTo(Map.class.getName());
        assertThat(information.properties()).containsEntry("dexaflow.server.info", "jdbc");
        assertThat(information.service()).isEqualTo(Map.of("jdbc_url", endpoint.jdbcUrl(), "jdbc_user",
                endpoint.user(), "jdbc_password", endpoint.password()));
        assertThat(information.service().toString()).doesNotContain(endpoint.password());
        assertThat(component.check()).isEmpty();
        component.deactivate();
        assertThat(context.registered()).isEmpty();
        assertThat(Homes.processes(folder)).isEmpty();
        assertThat(ourThreads()).isEmpty();
    }

    @Test
    void aFailureThatMayPassIsReportedAndTriedAgain() throws Exception {
        Path settings = folder.data().resolve("postgresql.auto.conf");
        Files.writeString(settings, "no_such_setting = 1\n");
        PostgresComponent component = new PostgresComponent(context.proxy());
        component.activate();
        await().atMost(PATIENCE)
                .until(() -> component.check()
                        .stream()
                        .anyMatch(finding -> finding.evidence().contains("no_such_setting")));
        assertThat(context.registered()).isEmpty();
        Files.writeString(settings, "");
        await().atMost(PATIENCE).until(() -> !context.registered().isEmpty());
        assertThat(component.check()).isEmpty();
        component.deactivate();
    }

    @Test
    void deactivatedAtAnyMomentItLeavesNothing() throws Exception {
        for (int i = 0; i < 8; i++) {
            PostgresComponent component = new PostgresComponent(context.proxy());
            component.activate();
            Waiting.pause(Duration.ofMillis(80L * i));
            component.deactivate();
            assertThat(context.registered()).isEmpty();
            assertThat(Homes.processes(folder)).isEmpty();
            assertThat(ourThreads()).isEmpty();
        }
    }

    private static List<String> ourThreads() {
        return Thread.getAllStackTraces()
                .keySet()
                .stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("dexaflow-postgres"))
                .collect(Collectors.toList());
    }
}
