// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.dagfiles.internal.tree;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Reads a file's bytes and text, and refuses with words what can be no DAG file. */
public final class FileText {

    /** The largest file that is read. Whoever needs more wants another file beside the DAG's, not a larger DAG file. */
    public static final int LIMIT = 2 * 1024 * 1024;

    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private FileText() {}

    /**
     * A file's content.
     *
     * @throws UnreadableException when it is no regular file, too large, or cannot be read
     */
    public static byte[] bytes(Path file) throws UnreadableException {
        try {
            // Asked first: opening a named pipe would wait for a writer.
            if (!Files.isRegularFile(file)) {
                throw new UnreadableException(Files.exists(file) ? "is not a regular file" : "there is no such file");
            }
            try (InputStream in = Files.newInputStream(file)) {
                byte[] bytes = in.readNBytes(LIMIT + 1);
                if (bytes.length > LIMIT) {
                    throw new UnreadableException("is larger than 2 MiB, the most a DAG file may have: put large"
                            + " scripts and data into files of their own beside it");
                }
                return bytes;
            }
        } catch (NoSuchFileException e) {
            throw new UnreadableException("there is no such file");
        } catch (AccessDeniedException e) {
            throw new UnreadableException("cannot be read: permission denied");
        } catch (IOException e) {
            throw new UnreadableException("cannot be read: " + e.getMessage());
        }
    }

    /**
     * The text of a file's content: UTF-8, without a byte order mark.
     *
     * @throws UnreadableException when it is not UTF-8 or holds a NUL byte
     */
    public static String decode(byte[] bytes) throws UnreadableException {
        if (startsWith(bytes, 0xFE, 0xFF) || startsWith(bytes, 0xFF, 0xFE)) {
            throw new UnreadableException("is UTF-16: save it as UTF-8");
        }
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        CharBuffer chars = CharBuffer.allocate(bytes.length);
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CoderResult result = decoder.decode(in, chars, true);
        String text = chars.flip().toString();
        int nul = text.indexOf('\0');
        if (nul >= 0) {
            throw new UnreadableException(Mark.of(text, nul), "", "holds a NUL byte: this is not a text file");
        }
        if (result.isError()) {
            throw new UnreadableException(Mark.of(text, text.length()), "", String.format(
                    "is not UTF-8: byte 0x%02X at offset %d; save it as UTF-8", bytes[in.position()], in.position()));
        }
        return !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK ? text.substring(1) : text;
    }

    private static boolean startsWith(byte[] bytes, int first, int second) {
        return bytes.length >= 2 && (bytes[0] & 0xFF) == first && (bytes[1] & 0xFF) == second;
    }
}
