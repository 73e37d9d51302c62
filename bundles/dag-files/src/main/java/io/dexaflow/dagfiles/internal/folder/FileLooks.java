// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.dagfiles.internal.folder;

import io.dexaflow.dagfiles.internal.tree.FileText;
import io.dexaflow.dagfiles.internal.tree.UnreadableException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Decides when a file's content can be taken: when two looks some time apart saw the same. What looks unfinished gets
 * more time, since a file that is being written has many moments at which it reads like a whole one. Times are those of
 * a monotonic clock, in nanoseconds.
 */
final class FileLooks {

    /** How long content must not have changed. */
    static final Duration QUIET = Duration.ofSeconds(1);

    /** How long content must not have changed that looks as if more of it were to come. */
    static final Duration DOUBTFUL = Duration.ofSeconds(3);

    /** File times are coarse: a change right after the last look shows in the content only, so it is read again. */
    static final Duration CONFIRM = Duration.ofSeconds(5);

    private final Map<Path, Look> looks = new HashMap<>();

    /**
     * Content that was taken.
     *
     * @param hash of the content
     * @param content the content; null when the file cannot be read
     * @param refusal why it cannot be read; null when it can
     */
    record Taken(Path file, String hash, byte[] content, UnreadableException refusal) {}

    private static final class Look {
        final String hash;
        final long since;
        FolderView.Stat stat;
        boolean taken;
        boolean confirmed;

        Look(FolderView.Stat stat, String hash, long since) {
            this.stat = stat;
            this.hash = hash;
            this.since = since;
        }

        boolean isOlderThan(Duration age, long now) {
            return now - since >= age.toNanos();
        }
    }

    /**
     * Looks at every file of the folder, reading only what may have changed.
     *
     * @param doubtful says of content whether it looks unfinished
     * @return what can be taken now and was not taken before
     */
    List<Taken> look(FolderView view, long now, Predicate<Taken> doubtful) {
        looks.keySet().retainAll(view.files().keySet());
        List<Taken> taken = new ArrayList<>();
        view.files().forEach((file, stat) -> {
            Look look = looks.get(file);
            if (look == null || !look.stat.equals(stat)) {
                first(file, stat, now);
            } else if (!look.taken && look.isOlderThan(QUIET, now)) {
                Taken content = read(file);
                if (again(content, look, stat, now)
                        && (look.isOlderThan(DOUBTFUL, now) || !doubtful.test(content))) {
                    look.taken = true;
                    taken.add(content);
                }
            } else if (look.taken && !look.confirmed && look.isOlderThan(CONFIRM, now)) {
                look.confirmed = again(read(file), look, stat, now);
            }
        });
        return taken;
    }

    private void first(Path file, FolderView.Stat stat, long now) {
        Taken content = read(file);
        Look before = looks.get(file);
        if (before != null && before.hash.equals(content.hash())) {
            before.stat = stat;
        } else {
            looks.put(file, new Look(stat, content.hash(), now));
        }
    }

    /** Whether it is still the same; otherwise all begins anew. */
    private boolean again(Taken content, Look look, FolderView.Stat stat, long now) {
        boolean same = content.hash().equals(look.hash);
        if (!same) {
            looks.put(content.file(), new Look(stat, content.hash(), now));
        }
        return same;
    }

    /** Whether content waits to be taken. */
    boolean isWaiting() {
        return looks.values().stream().anyMatch(look -> !look.taken);
    }

    /** Whether a file's present content waits to be taken. */
    boolean isWaiting(Path file) {
        Look look = looks.get(file);
        return look != null && !look.taken;
    }

    private static Taken read(Path file) {
        try {
            byte[] content = FileText.bytes(file);
            return new Taken(file, hash(content), content, null);
        } catch (UnreadableException e) {
            return new Taken(file, "refused: " + e.getMessage(), null, e);
        }
    }

    private static String hash(byte[] content) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
