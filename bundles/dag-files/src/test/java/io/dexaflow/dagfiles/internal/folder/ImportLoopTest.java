// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.dagfiles.internal.folder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dexaflow.control.Leadership;
import io.dexaflow.store.LeadershipTerm;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImportLoopTest {

    private static final String DAG = "dag_id: a\ntasks:\n  - {task_id: one, bash: \"true\"}\n";

    @TempDir Path folder;

    private final FakeLedger ledger = new FakeLedger();
    private final AtomicLong now = new AtomicLong(1);
    private final FolderWatch watch = new FolderWatch();
    private volatile Optional<LeadershipTerm> term = Optional.of(new LeadershipTerm(1, Instant.EPOCH));
    private final Leadership leadership = () -> term;

    @AfterEach
    void close() {
        watch.close();
    }

    private ImportLoop loop(Path root) {
        return new ImportLoop(new DagFolder(root), leadership, ledger, watch, now::get);
    }

    private void steps(ImportLoop loop, int steps) {
        for (int i = 0; i < steps; i++) {
            now.addAndGet(Duration.ofSeconds(1).toNanos());
            loop.step();
        }
    }

    private static String said(Runnable work) {
        PrintStream before = System.err;
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
        try {
            work.run();
        } finally {
            System.setErr(before);
        }
        return log.toString(StandardCharsets.UTF_8);
    }

    @Test
    void onlyTheLeaderImports() throws IOException {
        Files.writeString(folder.resolve("a.yaml"), DAG);
        Optional<LeadershipTerm> leading = term;
        term = Optional.empty();
        ImportLoop loop = loop(folder);
        steps(loop, 10);
        assertThat(ledger.activeIds()).isEmpty();
        assertThat(ledger.errorWrites).hasValue(0);
        term = leading;
        steps(loop, 3);
        assertThat(ledger.activeIds()).containsExactly("a");
    }

    @Test
    void aNewTermWritesWhatTheFolderHoldsAgain() throws IOException {
        Files.writeString(folder.resolve("a.yaml"), DAG);
        ImportLoop loop = loop(folder);
        steps(loop, 3);
        ledger.active.clear();
        term = Optional.of(new LeadershipTerm(2, Instant.EPOCH));
        steps(loop, 1);
        assertThat(ledger.activeIds()).containsExactly("a");
    }

    @Test
    void leadershipThatEndsInTheMiddleOfAPassEndsItsWrites() throws IOException {
        Files.writeString(folder.resolve("a.yaml"), DAG);
        int[] asked = {0};
        Leadership losing = () -> ++asked[0] > 3 ? Optional.empty() : term;
        ImportLoop loop = new ImportLoop(new DagFolder(folder), losing, ledger, watch, now::get);
        String log = said(() -> steps(loop, 6));
        assertThat(ledger.activeIds()).isEmpty();
        assertThat(log).doesNotContain("WARN");
    }

    @Test
    void anOutageIsSaidOnceAndSoIsTheRecovery() throws IOException {
        Files.writeString(folder.resolve("a.yaml"), DAG);
        ImportLoop loop = loop(folder);
        ledger.away = true;
        String log = said(() -> {
            steps(loop, 20);
            ledger.away = false;
            steps(loop, 20);
        });
        assertThat(log.lines().filter(line -> line.contains("cannot be imported for now"))).hasSize(1);
        assertThat(log.lines().filter(line -> line.contains("is imported again"))).hasSize(1);
        assertThat(log).doesNotContain("\tat ");
        assertThat(ledger.activeIds()).containsExactly("a");
    }

    @Test
    void aMissingFolderIsSaidOnceAndSoIsItsReturn() throws IOException {
        Path missing = folder.resolve("dags");
        ImportLoop loop = loop(missing);
        String log = said(() -> steps(loop, 10));
        assertThat(loop.isFolderMissing()).isTrue();
        assertThat(log.lines().filter(line -> line.contains("is not there"))).hasSize(1);
        Files.createDirectory(missing);
        log = said(() -> steps(loop, 10));
        assertThat(loop.isFolderMissing()).isFalse();
        assertThat(log.lines().filter(line -> line.contains("is back"))).hasSize(1);
    }

    @Test
    void aChangeIsSeenWhileTheLoopRunsAndClosingEndsIt() throws Exception {
        Files.createDirectory(folder.resolve("sub"));
        ImportLoop loop = new ImportLoop(new DagFolder(folder), leadership, ledger, watch, System::nanoTime);
        Thread thread = Thread.ofPlatform().name("dag-files-import-test").daemon().start(loop);
        Files.writeString(folder.resolve("sub/a.yaml"), DAG);
        await().atMost(Duration.ofSeconds(20)).until(() -> ledger.activeIds().contains("a"));
        Files.writeString(folder.resolve("sub/a.yaml"), DAG.replace("one", "two"));
        await().atMost(Duration.ofSeconds(20)).until(() -> ledger.versionsOf("a") == 2);
        watch.close();
        assertThat(thread.join(Duration.ofSeconds(10))).isTrue();
    }
}
