// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.dagfiles.internal.folder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dexaflow.store.DagLedger.ImportError;
import io.dexaflow.store.DagLedger.KnownDag;
import io.dexaflow.store.DagLedger.Origin;
import io.dexaflow.store.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderImportTest {

    @TempDir Path folder;

    private final FakeLedger ledger = new FakeLedger();
    private FolderImport imports;
    private long now = 1;

    @BeforeEach
    void lead() {
        imports = new FolderImport(new DagFolder(folder), ledger);
        imports.begin();
    }

    private static String dag(String id, String... tasks) {
        StringBuilder text = new StringBuilder("dag_id: " + id + "\ntasks:\n");
        for (String task : tasks) {
            text.append("  - {task_id: ").append(task).append(", bash: \"true\"}\n");
        }
        return text.toString();
    }

    private Path write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    private void passAfter(Duration wait) {
        now += wait.toNanos();
        imports.pass(now);
    }

    /** As many passes as it takes for everything to come to rest. */
    private void settle() {
        for (int i = 0; i < 8; i++) {
            passAfter(Duration.ofSeconds(1));
        }
    }

    @Test
    void aFileIsImportedWhenTwoLooksSawTheSame() throws IOException {
        write("a.dag.yaml", dag("a", "one"));
        imports.pass(now);
        assertThat(ledger.activeIds()).isEmpty();
        passAfter(Duration.ofMillis(900));
        assertThat(ledger.activeIds()).isEmpty();
        passAfter(Duration.ofMillis(100));
        assertThat(ledger.activeIds()).containsExactly("a");
        assertThat(ledger.errors).isEmpty();
    }

    @Test
    void unchangedFilesAreWrittenOnce() throws IOException {
        write("a.yaml", dag("a", "one"));
        write("deep/er/b.yml", dag("b", "one"));
        write("broken.dag.yaml", "dag_id: c\n");
        for (int i = 0; i < 20; i++) {
            settle();
        }
        assertThat(ledger.registrations).hasValue(2);
        assertThat(ledger.errorWrites).hasValue(1);
        assertThat(ledger.errors).hasSize(1);
    }

    @Test
    void aTouchedFileIsNoNewContent() throws IOException {
        Path file = write("a.yaml", dag("a", "one"));
        settle();
        Files.setLastModifiedTime(file, FileTime.from(1, TimeUnit.DAYS));
        settle();
        assertThat(ledger.registrations).hasValue(1);
    }

    @Test
    void anEditBecomesANewVersionAndItsReversalTheOldOne() throws IOException {
        write("a.yaml", dag("a", "one"));
        settle();
        write("a.yaml", dag("a", "one", "two"));
        settle();
        assertThat(ledger.versionsOf("a")).isEqualTo(2);
        write("a.yaml", dag("a", "one"));
        settle();
        assertThat(ledger.versionsOf("a")).isEqualTo(2);
        assertThat(ledger.active.get("a").hash()).isEqualTo("hash1");
    }

    @Test
    void aFileThatIsBeingWrittenIsNeverImportedInPart() throws IOException {
        String whole = dag("a", "one", "two", "three");
        for (int end = 1; end < whole.length(); end += 7) {
            write("a.dag.yaml", whole.substring(0, end));
            passAfter(Duration.ofMillis(990));
        }
        assertThat(ledger.activeIds()).isEmpty();
        assertThat(ledger.errors).isEmpty();
        write("a.dag.yaml", whole);
        settle();
        assertThat(ledger.active).containsOnlyKeys("a");
        assertThat(ledger.versions.get("a").getFirst().tasks()).hasSize(3);
        assertThat(ledger.versionsOf("a")).isEqualTo(1);
    }

    @Test
    void whatLooksUnfinishedGetsMoreTime() throws IOException {
        write("a.dag.yaml", "dag_id: a\n");
        write("b.dag.yaml", dag("b", "one").stripTrailing());
        imports.pass(now);
        passAfter(Duration.ofMillis(2900));
        assertThat(ledger.activeIds()).isEmpty();
        assertThat(ledger.errors).isEmpty();
        passAfter(Duration.ofMillis(100));
        assertThat(ledger.activeIds()).containsExactly("b");
        assertThat(ledger.errors).hasSize(1);
    }

    @Test
    void aChangeThatNoFileTimeShowsIsFoundAllTheSame() throws IOException {
        Path file = write("a.yaml", dag("a", "one"));
        FileTime time = Files.getLastModifiedTime(file);
        imports.pass(now);
        passAfter(Duration.ofSeconds(1));
        write("a.yaml", dag("a", "two"));
        Files.setLastModifiedTime(file, time);
        settle();
        assertThat(ledger.versionsOf("a")).isEqualTo(2);
    }

    @Test
    void theSameLengthAndAnotherContentIsSeen() throws IOException {
        write("a.yaml", dag("a", "one"));
        settle();
        write("a.yaml", dag("a", "two"));
        settle();
        assertThat(ledger.versionsOf("a")).isEqualTo(2);
    }

    @Test
    @DisplayName("D16: two files with one dag_id are one import error that names both, without a new version")
    void d16_twoFilesWithOneIdAreOneErrorAndNoNewVersion() throws IOException {
        Path first = write("first.yaml", dag("a", "one"));
        settle();
        Path second = write("sub/second.yaml", dag("a", "two"));
        for (int cycle = 0; cycle < 10; cycle++) {
            settle();
        }
        assertThat(ledger.errors).hasSize(1);
        assertThat(ledger.errors.getFirst().text()).contains(first.toString())
                .contains(second.toString())
                .contains("\"a\"");
        assertThat(ledger.errorWrites).hasValue(2);
        assertThat(ledger.registrations).hasValue(1);
        assertThat(ledger.versionsOf("a")).isEqualTo(1);
        assertThat(ledger.active.get("a").file()).isEqualTo(first.toString());

        write("first.yaml", dag("a", "three"));
        settle();
        assertThat(ledger.versionsOf("a")).isEqualTo(1);

        Files.delete(first);
        settle();
        assertThat(ledger.errors).isEmpty();
        assertThat(ledger.active.get("a").file()).isEqualTo(second.toString());
        assertThat(ledger.versionsOf("a")).isEqualTo(2);
    }

    @Test
    @DisplayName("D16: of two unknown files with one dag_id none is imported")
    void d16_ofTwoUnknownFilesNoneWins() throws IOException {
        write("first.yaml", dag("a", "one"));
        write("second.yaml", dag("a", "two"));
        write("other.yaml", dag("b", "one"));
        settle();
        assertThat(ledger.activeIds()).containsExactly("b");
        assertThat(ledger.errors).hasSize(1);
    }

    @Test
    @DisplayName("D17: a DAG whose file is gone is deactivated, the others stay; also after a restart")
    void d17_aDeletedFileDeactivatesItsDagAlone() throws IOException {
        Path gone = write("gone.yaml", dag("gone", "one"));
        write("stays.yaml", dag("stays", "one"));
        settle();
        Files.delete(gone);
        imports.pass(now);
        assertThat(ledger.deactivated).isEmpty();
        settle();
        assertThat(ledger.deactivated).containsExactly("gone");
        assertThat(ledger.activeIds()).containsExactly("stays");

        Path later = write("later.yaml", dag("later", "one"));
        settle();
        Files.delete(later);
        lead();
        settle();
        assertThat(ledger.deactivated).containsExactly("gone", "later");
        assertThat(ledger.activeIds()).containsExactly("stays");
    }

    @Test
    @DisplayName("D17: an edit that swaps tasks is a new version of the same DAG")
    void d17_anEditThatSwapsTasksIsANewVersion() throws IOException {
        write("a.yaml", dag("a", "one", "two"));
        settle();
        write("a.yaml", dag("a", "one", "three"));
        settle();
        assertThat(ledger.versionsOf("a")).isEqualTo(2);
        assertThat(ledger.deactivated).isEmpty();
    }

    @Test
    void aFileThatComesBackBringsItsDagBack() throws IOException {
        write("other.yaml", dag("other", "one"));
        Path file = write("a.yaml", dag("a", "one"));
        settle();
        Files.delete(file);
        settle();
        write("a.yaml", dag("a", "one"));
        settle();
        assertThat(ledger.activeIds()).containsExactly("a", "other");
        assertThat(ledger.versionsOf("a")).isEqualTo(1);
    }

    @Test
    void anEmptyFolderDeactivatesNothing() throws IOException {
        Path file = write("a.yaml", dag("a", "one"));
        settle();
        Files.delete(file);
        settle();
        assertThat(ledger.activeIds()).containsExactly("a");
        lead();
        settle();
        assertThat(ledger.activeIds()).containsExactly("a");
        write("README.yaml", "just: text\n");
        settle();
        assertThat(ledger.activeIds()).containsExactly("a");
    }

    @Test
    void aVanishedFolderDeactivatesNothingAndKeepsErrors() throws IOException {
        write("dags/a.yaml", dag("a", "one"));
        write("dags/b.dag.yaml", "dag_id: b\n");
        imports = new FolderImport(new DagFolder(folder.resolve("dags")), ledger);
        imports.begin();
        settle();
        Files.move(folder.resolve("dags"), folder.resolve("away"));
        settle();
        assertThat(ledger.activeIds()).containsExactly("a");
        assertThat(ledger.errors).hasSize(1);
        Files.move(folder.resolve("away"), folder.resolve("dags"));
        settle();
        assertThat(ledger.deactivated).isEmpty();
        assertThat(ledger.versionsOf("a")).isEqualTo(1);
    }

    @Test
    void aMovedFileKeepsItsDagActive() throws IOException {
        write("other.yaml", dag("other", "one"));
        Path file = write("a.yaml", dag("a", "one"));
        settle();
        Path moved = folder.resolve("b.yaml");
        Files.move(file, moved);
        settle();
        assertThat(ledger.deactivated).isEmpty();
        assertThat(ledger.active.get("a").file()).isEqualTo(moved.toString());
    }

    @Test
    void aFileThatIsReplacedByRemovingItFirstIsNotGone() throws IOException {
        write("other.yaml", dag("other", "one"));
        Path file = write("a.yaml", dag("a", "one"));
        settle();
        Files.delete(file);
        passAfter(Duration.ofMillis(300));
        passAfter(Duration.ofMillis(300));
        write("a.yaml", dag("a", "one", "two"));
        settle();
        assertThat(ledger.deactivated).isEmpty();
        assertThat(ledger.versionsOf("a")).isEqualTo(2);
    }

    @Test
    void aDagWhoseFileBecomesInvalidStaysAsItIsKnown() throws IOException {
        write("other.yaml", dag("other", "one"));
        write("a.yaml", dag("a", "one"));
        settle();
        write("a.yaml", dag("a", "one") + "retrys: 3\n");
        settle();
        assertThat(ledger.activeIds()).containsExactly("a", "other");
        assertThat(ledger.errors).hasSize(1);
        assertThat(ledger.errors.getFirst().text()).contains("a.yaml:4:1: retrys: is unknown");
        write("a.yaml", "dag_id: a\n");
        settle();
        assertThat(ledger.activeIds()).containsExactly("a", "other");
        assertThat(ledger.errors.getFirst().text()).contains("tasks: is missing");
        write("a.yaml", "services: {}\n");
        settle();
        assertThat(ledger.activeIds()).containsExactly("other");
        assertThat(ledger.errors).isEmpty();
    }

    @Test
    void aFileThatNamesAnotherDagNowEndsTheOldOne() throws IOException {
        write("a.yaml", dag("old", "one"));
        settle();
        write("a.yaml", dag("new", "one"));
        settle();
        assertThat(ledger.activeIds()).containsExactly("new");
    }

    @Test
    void errorsOfOneFileNeverStopAnother() throws IOException {
        Files.write(folder.resolve("0.dag.yaml"), new byte[]{0, 1, 2, (byte) 0xFF});
        write("1.dag.yaml", "\tx");
        write("2.dag.json", "{");
        write("3.yaml", dag("good", "one"));
        write("4.yaml", "{{ helm }}\n");
        write("compose.yaml", "services: {web: {image: x}}\n");
        settle();
        assertThat(ledger.activeIds()).containsExactly("good");
        assertThat(ledger.errors).extracting(error -> Path.of(error.file()).getFileName().toString())
                .containsExactly("0.dag.yaml", "1.dag.yaml", "2.dag.json");
    }

    @Test
    void whatIsKnownFromBeforeIsNotReportedAwayWhileFilesAreStillLookedAt() throws IOException {
        ledger.errors = List.of(new ImportError("f", "before"));
        write("a.dag.yaml", "dag_id: a\n");
        imports.pass(now);
        passAfter(Duration.ofSeconds(1));
        assertThat(ledger.errorWrites).hasValue(0);
        settle();
        assertThat(ledger.errorWrites).hasValue(1);
    }

    @Test
    void aFileThatNeverComesToRestDoesNotHoldUpTheOthersForEver() throws IOException {
        write("a.yaml", dag("a", "one"));
        write("gone.yaml", dag("gone", "one"));
        settle();
        Files.delete(folder.resolve("gone.yaml"));
        lead();
        for (int i = 0; i < 80; i++) {
            write("log.json", "{\"n\": " + i + "}");
            passAfter(Duration.ofMillis(500));
        }
        assertThat(ledger.deactivated).containsExactly("gone");
    }

    @Test
    void aDatabaseThatIsAwayLosesNothing() throws IOException {
        write("a.yaml", dag("a", "one"));
        write("b.dag.yaml", "dag_id: b\n");
        ledger.away = true;
        for (int i = 0; i < 10; i++) {
            now += Duration.ofSeconds(1).toNanos();
            assertThatThrownBy(() -> imports.pass(now)).isInstanceOf(StoreException.class);
        }
        ledger.away = false;
        passAfter(Duration.ofMillis(1));
        assertThat(ledger.activeIds()).containsExactly("a");
        assertThat(ledger.errors).hasSize(1);
    }

    @Test
    void aDagThatTheLedgerRefusesHoldsUpNobodyElse() throws IOException {
        write("a.yaml", dag("a", "one"));
        write("b.yaml", dag("b", "one"));
        write("c.dag.yaml", "dag_id: c\n");
        ledger.refused = "a";
        for (int i = 0; i < 10; i++) {
            now += Duration.ofSeconds(1).toNanos();
            try {
                imports.pass(now);
            } catch (StoreException e) {
                assertThat(e).hasMessageContaining("refused");
            }
        }
        assertThat(ledger.activeIds()).containsExactly("b");
        assertThat(ledger.errors).hasSize(1);
        ledger.refused = null;
        settle();
        assertThat(ledger.activeIds()).containsExactly("a", "b");
    }

    @Test
    void aMovedFileWithoutALastLineEndKeepsItsDagActive() throws IOException {
        write("other.yaml", dag("other", "one"));
        Path file = write("a.yaml", dag("a", "one").stripTrailing());
        for (int i = 0; i < 40; i++) {
            passAfter(Duration.ofSeconds(1));
        }
        Files.move(file, folder.resolve("b.yaml"));
        for (int i = 0; i < 40; i++) {
            passAfter(Duration.ofMillis(250));
        }
        assertThat(ledger.deactivated).isEmpty();
        assertThat(ledger.active.get("a").file()).endsWith("b.yaml");
    }

    @Test
    void aDagThatSomeoneDeletedInTheLedgerComesBackFromItsFile() throws IOException {
        write("a.yaml", dag("a", "one"));
        settle();
        ledger.active.clear();
        passAfter(Duration.ofSeconds(61));
        assertThat(ledger.activeIds()).containsExactly("a");
    }

    @Test
    void aRunOfAFileOutsideTheFolderIsNotTheFoldersBusiness() throws IOException {
        write("a.yaml", dag("a", "one"));
        settle();
        int before = ledger.registrations.get();
        ledger.register(ledger.versions.get("a").getFirst(), new Origin("/elsewhere/a.yaml", ""), false);
        ledger.active.put("a",
                new KnownDag("a", folder.resolve("a.yaml").toString(), "hash1"));
        settle();
        assertThat(ledger.registrations).hasValue(before + 1);
    }

    @Test
    void aRenameIntoPlaceIsTaken() throws IOException {
        write("a.yaml", dag("a", "one"));
        settle();
        Path temporary = write(".a.yaml.tmp", dag("a", "two"));
        Files.move(temporary, folder.resolve("a.yaml"), StandardCopyOption.ATOMIC_MOVE);
        settle();
        assertThat(ledger.versionsOf("a")).isEqualTo(2);
    }
}
