// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.postgresembedded.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TarReaderTest {

    private static final int BLOCK = 512;

    @TempDir private Path target;

    @Test
    void foldersFilesAndLinksAreUnpackedWithTheirExecutableBit() throws IOException {
        String big = "x".repeat(BLOCK + 1);
        unpack(entry("bin/", '5', "755", "", ""), entry("bin/run", '0', "755", big, ""),
                entry("lib/a.so.1", '0', "644", "lib", ""), entry("lib/a.so", '2', "777", "", "a.so.1"));
        assertThat(target.resolve("bin/run")).hasContent(big).isExecutable();
        assertThat(Files.getPosixFilePermissions(target.resolve("lib/a.so.1"))).hasSize(4);
        assertThat(target.resolve("lib/a.so")).isSymbolicLink().hasContent("lib");
    }

    @Test
    void anEntryOutsideIsRefused() {
        assertThatThrownBy(() -> unpack(entry("../evil", '0', "644", "x", ""))).isInstanceOf(IOException.class)
                .hasMessageContaining("outside");
        assertThat(target.resolveSibling("evil")).doesNotExist();
    }

    @Test
    void anEntryOfAnUnknownKindIsAnError() {
        assertThatThrownBy(() -> unpack(entry("long", 'L', "644", "x", ""))).isInstanceOf(IOException.class)
                .hasMessageContaining("unknown kind");
    }

    @Test
    void anArchiveThatEndsEarlyIsAnError() {
        byte[] whole = entry("file", '0', "644", "x".repeat(300), "");
        assertThatThrownBy(() -> unpack(Arrays.copyOf(whole, BLOCK + 100))).isInstanceOf(EOFException.class);
    }

    private void unpack(byte[]... entries) throws IOException {
        ByteArrayOutputStream archive = new ByteArrayOutputStream();
        for (byte[] entry : entries) {
            archive.write(entry);
        }
        new TarReader(new ByteArrayInputStream(archive.toByteArray()), target).unpack();
    }

    private static byte[] entry(String name, char kind, String mode, String content, String link) {
        byte[] body = content.getBytes(StandardCharsets.US_ASCII);
        byte[] entry = new byte[BLOCK + (body.length + BLOCK - 1) / BLOCK * BLOCK];
        put(entry, 0, name);
        put(entry, 100, "0000" + mode);
        put(entry, 124, "%011o".formatted(body.length));
        entry[156] = (byte) kind;
        put(entry, 157, link);
        System.arraycopy(body, 0, entry, BLOCK, body.length);
        return entry;
    }

    private static void put(byte[] entry, int at, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(bytes, 0, entry, at, bytes.length);
    }
}
