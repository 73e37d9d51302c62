// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.dagfiles.internal.tree;

import java.nio.file.Path;

/** Reads a file's text into a tree: JSON where the name says so, YAML otherwise. */
public final class TreeReader {

    private TreeReader() {}

    /**
     * The tree of a DAG file's text.
     *
     * @throws UnreadableException when the text is not well-formed, empty, or no mapping at its top
     */
    public static Node.Mapping read(Path file, String text) throws UnreadableException {
        Node root = isJson(file) ? JsonReader.read(text) : YamlReader.read(text);
        if (root == null || root instanceof Node.Scalar scalar && scalar.value() == null) {
            throw new UnreadableException("is empty: a DAG file begins with dag_id and tasks");
        }
        if (root instanceof Node.Mapping mapping) {
            return mapping;
        }
        throw new UnreadableException(root.mark(), "", "holds no mapping at its top: a DAG file begins with dag_id and"
                + " tasks");
    }

    /** Whether the file is JSON by its name. */
    public static boolean isJson(Path file) {
        return file.getFileName() != null && file.getFileName().toString().endsWith(".json");
    }
}
