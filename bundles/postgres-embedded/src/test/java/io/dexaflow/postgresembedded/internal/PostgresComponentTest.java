// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.postgresembedded.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.service.condition.Condition;

/** Homes that are refused; a home that is opened is in {@code PostgresComponentIT}. */
class PostgresComponentTest {

    @TempDir private Path temp;

    @Test
    void withoutAHomeTheBootIsRefused() {
        assertRefused(new FakeContext(Map.of()), "dexaflow.home");
    }

    @Test
    void aHomeThatIsAFileIsRefused() throws IOException {
        Path file = Files.createFile(temp.resolve("file"));
        assertRefused(new FakeContext(Map.of("dexaflow.home", file.toString())), file.toString());
    }

    @Test
    void aHomeThatIsOpenIsRefused() {
        try (HomeLock held = HomeLock.take(PostgresFolder.in(temp))) {
            assertThat(held).isNotNull();
            assertRefused(new FakeContext(Map.of("dexaflow.home", temp.toString())), "open already");
        }
    }

    @Test
    void dataOfAnotherMajorVersionIsRefused() throws IOException {
        PostgresFolder folder = PostgresFolder.in(temp);
        Files.createDirectory(folder.data());
        Files.writeString(folder.data().resolve("PG_VERSION"), "16\n");
        assertRefused(new FakeContext(Map.of("dexaflow.home", temp.toString())), "PostgreSQL 16");
    }

    private static void assertRefused(FakeContext context, String word) {
        PostgresComponent component = new PostgresComponent(context.proxy());
        component.activate();
        await().until(() -> !context.registered().isEmpty());
        FakeContext.Registered refused = context.registered().getFirst();
        assertThat(refused.type()).isEqualTo(Condition.class.getName());
        assertThat(refused.properties()).containsEntry("osgi.condition.id", "dexaflow.refused")
                .containsEntry("exit.code", 78);
        assertThat((String) refused.properties().get("message")).contains(word);
        assertThat(component.check()).singleElement()
                .satisfies(finding -> assertThat(finding.evidence()).contains(word));
        component.deactivate();
        assertThat(context.registered()).isEmpty();
    }
}
