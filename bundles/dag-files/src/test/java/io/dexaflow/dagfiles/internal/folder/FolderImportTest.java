// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.dagfiles.internal.folder;

import static org.assertj.core.api.Assertions.assertThat;

import io.dexaflow.store.DagLedger.ImportError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class FolderImportTest extends FolderImportFixture {

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
}
