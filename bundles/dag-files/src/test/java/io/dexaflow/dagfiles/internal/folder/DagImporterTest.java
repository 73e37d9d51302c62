// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.dagfiles.internal.folder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dexaflow.control.Leadership;
import io.dexaflow.diagnosis.Finding;
import io.dexaflow.store.LeadershipTerm;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.BundleContext;

class DagImporterTest {

    @TempDir Path folder;

    private final FakeLedger ledger = new FakeLedger();
    private final Leadership leadership = () -> Optional.of(new LeadershipTerm(1, Instant.EPOCH));

    private DagImporter importer(Map<String, String> properties) {
        BundleContext context = (BundleContext) Proxy.newProxyInstance(getClass().getClassLoader(),
                new Class<?>[]{BundleContext.class}, (_, _, arguments) -> properties.get((String) arguments[0]));
        return new DagImporter(context, leadership, ledger);
    }

    private static long threads() {
        return Thread.getAllStackTraces()
                .keySet()
                .stream()
                .filter(Thread::isAlive)
                .filter(thread -> thread.getName().equals("dag-files-import"))
                .count();
    }

    @Test
    void thereIsNoThreadBeforeStartAndNoneAfterStop() throws Exception {
        Files.writeString(folder.resolve("a.yaml"), "dag_id: a\ntasks:\n  - {task_id: one, bash: \"true\"}\n");
        DagImporter importer = importer(Map.of("dexaflow.dags", folder.toString()));
        assertThat(threads()).isZero();
        importer.start();
        assertThat(threads()).isOne();
        await().atMost(Duration.ofSeconds(20)).until(() -> ledger.activeIds().contains("a"));
        assertThat(importer.check()).isEmpty();
        importer.stop();
        assertThat(threads()).isZero();
    }

    @Test
    void aHostThatRunsOneFileImportsNothing() {
        DagImporter importer = importer(Map.of("dexaflow.dags", folder.toString(), "dexaflow.run_only", "true"));
        importer.start();
        assertThat(threads()).isZero();
        assertThat(importer.check()).isEmpty();
        importer.stop();
    }

    @Test
    void theDoctorIsToldOfAMissingFolder() {
        DagImporter importer = importer(Map.of("dexaflow.dags", folder.resolve("none").toString()));
        importer.start();
        try {
            await().atMost(Duration.ofSeconds(20)).until(() -> !importer.check().isEmpty());
            assertThat(importer.check().getFirst().level()).isEqualTo(Finding.Level.WARNING);
        } finally {
            importer.stop();
        }
    }
}
