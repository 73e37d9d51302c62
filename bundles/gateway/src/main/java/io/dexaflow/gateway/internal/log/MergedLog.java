// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.gateway.internal.log;

import io.dexaflow.agent.AttemptLog.Chunk;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * One log out of many files: attempt after attempt, the platform's lines where they fell. What is there only grows at
 * its end as long as superseded agents are silent, so a reader can go on from where it stopped.
 */
final class MergedLog {

    private final List<Piece> pieces = new ArrayList<>();
    private long length;
    private boolean atLineStart = true;

    /** A run of bytes: of a file, or made up here. */
    private sealed interface Piece {

        long length();

        record OfFile(Path file, long from, long length) implements Piece {}

        record Made(byte[] bytes) implements Piece {

            @Override
            public long length() {
                return bytes.length;
            }
        }
    }

    /** Adds an attempt's files; a heading goes before them where something came before. */
    void add(LogFiles files, String heading) throws IOException {
        List<PlatformLines.Line> lines = PlatformLines.read(files.platform());
        long size = Files.exists(files.agent()) ? Files.size(files.agent()) : 0;
        if (size == 0 && lines.isEmpty()) {
            return;
        }
        if (length > 0) {
            addLine(heading);
        }
        long done = 0;
        for (PlatformLines.Line line : lines) {
            long upTo = Math.min(line.after(), size);
            addFile(files.agent(), done, upTo);
            done = Math.max(done, upTo);
            addLine(line.text());
        }
        addFile(files.agent(), done, size);
    }

    /** The bytes from a place on, as many as wanted or as there are. */
    Chunk read(long from, int limit) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        long place = 0;
        for (Piece piece : pieces) {
            long skip = Math.max(0, from + out.size() - place);
            if (skip < piece.length() && out.size() < limit) {
                int wanted = (int) Math.min(piece.length() - skip, limit - out.size());
                byte[] bytes = bytes(piece, skip, wanted);
                out.writeBytes(bytes);
                if (bytes.length < wanted) {
                    break;
                }
            }
            place += piece.length();
        }
        long next = Math.min(from, length) + out.size();
        return new Chunk(out.toByteArray(), next, next >= length);
    }

    private void addLine(String line) {
        String start = atLineStart ? "" : "\n";
        addPiece(new Piece.Made((start + line + "\n").getBytes(StandardCharsets.UTF_8)));
        atLineStart = true;
    }

    private void addFile(Path file, long from, long to) throws IOException {
        if (from < to) {
            Piece.OfFile piece = new Piece.OfFile(file, from, to - from);
            addPiece(piece);
            byte[] last = bytes(piece, piece.length() - 1, 1);
            atLineStart = last.length == 1 && last[0] == '\n';
        }
    }

    private void addPiece(Piece piece) {
        pieces.add(piece);
        length += piece.length();
    }

    private static byte[] bytes(Piece piece, long skip, int wanted) throws IOException {
        return switch (piece) {
            case Piece.Made made -> {
                byte[] part = new byte[wanted];
                System.arraycopy(made.bytes(), (int) skip, part, 0, wanted);
                yield part;
            }
            case Piece.OfFile part -> {
                try (RandomAccessFile file = new RandomAccessFile(part.file().toFile(), "r")) {
                    file.seek(part.from() + skip);
                    byte[] bytes = new byte[wanted];
                    int read = readFully(file, bytes);
                    yield read == wanted ? bytes : Arrays.copyOf(bytes, read);
                }
            }
        };
    }

    private static int readFully(RandomAccessFile file, byte[] bytes) throws IOException {
        int done = 0;
        while (done < bytes.length) {
            int read = file.read(bytes, done, bytes.length - done);
            if (read < 0) {
                break;
            }
            done += read;
        }
        return done;
    }
}
