// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.dagfiles.internal.folder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dexaflow.store.DagLedger.KnownDag;
import io.dexaflow.store.DagLedger.Origin;
import io.dexaflow.store.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What must not hold up, lose or end anything: restless files, a database that is away, refusals, moves. */
class FolderImportTroubleTest extends FolderImportFixture {

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
