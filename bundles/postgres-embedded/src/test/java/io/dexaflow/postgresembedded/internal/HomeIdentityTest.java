// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.postgresembedded.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HomeIdentityTest {

    @TempDir private Path temp;
    private PostgresFolder original;
    private HomeIdentity identity;

    @BeforeEach
    void makeHome() {
        original = PostgresFolder.in(temp.resolve("first home"));
        identity = HomeIdentity.establish(original);
    }

    @Test
    void aHomeKeepsItsIdentity() {
        assertThat(HomeIdentity.establish(original)).isEqualTo(identity);
        assertThat(identity.serverName()).matches("dexaflow-[0-9a-f]{8}");
    }

    @Test
    void aMovedHomeIsAcceptedAndItsNewPlaceNoted() throws IOException {
        Files.move(temp.resolve("first home"), temp.resolve("second"));
        PostgresFolder moved = PostgresFolder.in(temp.resolve("second"));
        HomeIdentity now = HomeIdentity.establish(moved);
        assertThat(now.id()).isEqualTo(identity.id());
        assertThat(now.place()).isEqualTo(moved.root());
        assertThat(HomeIdentity.establish(moved)).isEqualTo(now);
    }

    @Test
    void aCopyIsRefusedWithWordsThatSayWhatToDo() throws IOException {
        PostgresFolder copy = copy("copy");
        assertThatThrownBy(() -> HomeIdentity.establish(copy)).isInstanceOf(HomeRefusedException.class)
                .hasMessageContaining(copy.root().getParent().toString())
                .hasMessageContaining("copy of the one in " + original.root().getParent())
                .hasMessageContaining("--home")
                .hasMessageContaining("delete " + copy.identity());
        assertThat(HomeIdentity.establish(original)).isEqualTo(identity);
    }

    @Test
    void aCopyWithoutTheFileGetsAnIdentityOfItsOwn() throws IOException {
        PostgresFolder copy = copy("copy");
        Files.delete(copy.identity());
        assertThat(HomeIdentity.establish(copy).id()).isNotEqualTo(identity.id());
    }

    @Test
    void anotherHomeAtTheOldPlaceDoesNotMakeAMovedOneACopy() throws IOException {
        Files.move(temp.resolve("first home"), temp.resolve("second"));
        HomeIdentity.establish(PostgresFolder.in(temp.resolve("first home")));
        assertThat(HomeIdentity.establish(PostgresFolder.in(temp.resolve("second"))).id()).isEqualTo(identity.id());
    }

    @Test
    void theSameHomeByAnotherNameIsNoCopy() throws IOException {
        Files.move(temp.resolve("first home"), temp.resolve("second"));
        Files.createSymbolicLink(temp.resolve("first home"), temp.resolve("second"));
        assertThat(HomeIdentity.establish(PostgresFolder.in(temp.resolve("first home"))).id())
                .isEqualTo(identity.id());
    }

    @Test
    void aDamagedFileIsRefusedAndNamed() throws IOException {
        Files.writeString(original.identity(), "id=1\n");
        assertThatThrownBy(() -> HomeIdentity.establish(original)).isInstanceOf(HomeRefusedException.class)
                .hasMessageContaining(original.identity().toString());
    }

    private PostgresFolder copy(String name) throws IOException {
        PostgresFolder copy = PostgresFolder.in(temp.resolve(name));
        Files.copy(original.identity(), copy.identity());
        return copy;
    }
}
