// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.dagfiles.internal;

import io.dexaflow.dag.ParseResult;
import io.dexaflow.dagfiles.internal.check.Problems;
import io.dexaflow.dagfiles.internal.check.ScheduleCheck;
import io.dexaflow.dagfiles.internal.check.SchemaCheck;
import io.dexaflow.dagfiles.internal.check.TaskGraph;
import io.dexaflow.dagfiles.internal.check.TemplateCheck;
import io.dexaflow.dagfiles.internal.check.ValueCheck;
import io.dexaflow.dagfiles.internal.tree.FileText;
import io.dexaflow.dagfiles.internal.tree.Node;
import io.dexaflow.dagfiles.internal.tree.TreeReader;
import io.dexaflow.dagfiles.internal.tree.UnreadableException;
import java.nio.file.Path;
import java.util.List;

/** From a file's bytes to a DAG, or to everything that is wrong with it. It never throws for what a file holds. */
public final class DagReader {

    private DagReader() {}

    /** Reads a file. */
    public static ParseResult read(Path file) {
        try {
            return read(file, FileText.bytes(file));
        } catch (UnreadableException e) {
            return new ParseResult.Invalid(List.of(e.error()));
        }
    }

    /** Reads content that was taken from a file. */
    public static ParseResult read(Path file, byte[] content) {
        try {
            String text = FileText.decode(content);
            Node.Mapping root = TreeReader.read(file, text);
            Problems problems = new Problems();
            SchemaCheck.check(root, problems);
            TaskGraph graph = TaskGraph.of(root, problems);
            ScheduleCheck.check(root, problems);
            TemplateCheck.check(root, graph, problems);
            ValueCheck.check(root, graph, problems);
            if (!problems.isEmpty()) {
                return new ParseResult.Invalid(problems.inOrder());
            }
            Path folder = file.toAbsolutePath().normalize().getParent();
            return new ParseResult.Parsed(new DagBuilder(root, graph, folder).build(), text);
        } catch (UnreadableException e) {
            return new ParseResult.Invalid(List.of(e.error()));
        }
    }
}
