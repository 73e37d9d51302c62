// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.dagfiles.internal.folder;

import io.dexaflow.dag.ParseResult;
import io.dexaflow.dagfiles.internal.DagReader;
import io.dexaflow.dagfiles.internal.tree.FileText;
import io.dexaflow.dagfiles.internal.tree.Node;
import io.dexaflow.dagfiles.internal.tree.TreeReader;
import io.dexaflow.dagfiles.internal.tree.UnreadableException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Tells DAG files from other people's YAML and JSON (contract 3): {@code *.dag.yaml|yml|json} always are, others only
 * with {@code dag_id} and {@code tasks} at their top.
 */
public final class DagNames {

    private static final Pattern CANDIDATE = Pattern.compile(".*\\.(?:yaml|yml|json)");
    private static final Pattern ALWAYS = Pattern.compile(".*\\.dag\\.(?:yaml|yml|json)");

    /** What a file that cannot be read to its end still shows: a slip in a DAG must not make it vanish. */
    private static final Pattern DAG_ID = Pattern.compile("(?m)^(?:\\{?\\s*\"dag_id\"|['\"]?dag_id['\"]?)\\s*:");
    private static final Pattern TASKS = Pattern.compile("(?m)^(?:\\s*\"tasks\"|['\"]?tasks['\"]?)\\s*:");

    private DagNames() {}

    /** Whether a file may be a DAG, by its name. */
    static boolean isCandidate(Path file) {
        return CANDIDATE.matcher(file.getFileName().toString()).matches();
    }

    /** Whether a file is a DAG by its name alone. */
    static boolean isAlways(Path file) {
        return ALWAYS.matcher(file.getFileName().toString()).matches();
    }

    /**
     * Reads content if it is a DAG's.
     *
     * @param wasDag whether the file has been a DAG until now: then one of the two keys is enough, so that it does not
     *     silently cease to be one
     * @return empty for a file that is none of ours
     */
    public static Optional<ParseResult> readIfDag(Path file, byte[] content, boolean wasDag) {
        return isAlways(file) || isDag(file, content, wasDag) ? Optional.of(DagReader.read(file, content))
                : Optional.empty();
    }

    private static boolean isDag(Path file, byte[] content, boolean wasDag) {
        boolean id;
        boolean tasks;
        try {
            Node.Mapping root = TreeReader.read(file, FileText.decode(content));
            id = root.get("dag_id") != null;
            tasks = root.get("tasks") != null;
        } catch (UnreadableException e) {
            String text = new String(content, StandardCharsets.UTF_8);
            id = DAG_ID.matcher(text).find();
            tasks = TASKS.matcher(text).find();
        }
        return wasDag ? id || tasks : id && tasks;
    }
}
