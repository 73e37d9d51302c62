// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.dagfiles.internal.check;

import com.networknt.schema.Error;
import com.networknt.schema.path.NodePath;
import io.dexaflow.dagfiles.internal.tree.KeyPath;
import io.dexaflow.dagfiles.internal.tree.Mark;
import io.dexaflow.dagfiles.internal.tree.Node;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Validates a file against the JSON Schema and says in the author's words, at the author's line, what does not fit. */
public final class SchemaCheck {

    /** Branches of a oneOf: the oneOf itself says it once. */
    private static final String BRANCH = "oneOf";

    private final DagSchema schema = DagSchema.get();
    private final UnknownKeys unknownKeys = new UnknownKeys(schema);
    private final Node.Mapping root;
    private final Problems problems;

    /** What was probably meant by an unknown key: it is not missing as well. */
    private final Set<String> meant = new HashSet<>();

    private SchemaCheck(Node.Mapping root, Problems problems) {
        this.root = root;
        this.problems = problems;
    }

    /** Adds what does not fit the schema. */
    public static void check(Node.Mapping root, Problems problems) {
        new SchemaCheck(root, problems).check();
    }

    /** A value's place in the file. */
    private record Place(Node node, String key) {}

    private void check() {
        List<Error> errors = schema.validate(root.toJson());
        errors.stream().filter(error -> error.getKeyword().equals("additionalProperties")).forEach(this::unknownKey);
        errors.stream().filter(error -> !error.getKeyword().equals("additionalProperties")).forEach(this::violation);
    }

    private void unknownKey(Error error) {
        Place place = place(error.getInstanceLocation());
        String key = error.getProperty();
        Mark mark = ((Node.Mapping) place.node()).entries().get(key).keyMark();
        UnknownKeys.Verdict verdict = unknownKeys.judge(key, parent(error.getSchemaLocation().getFragment()));
        if (verdict.meant() != null) {
            meant.add(KeyPath.of(place.key(), verdict.meant()));
        }
        problems.add(mark, KeyPath.of(place.key(), key), verdict.words());
    }

    private void violation(Error error) {
        Place place = place(error.getInstanceLocation());
        String keyword = error.getKeyword();
        NodePath parent = parent(error.getSchemaLocation().getFragment());
        if (keyword.equals("required")) {
            String missing = KeyPath.of(place.key(), error.getProperty());
            if (parent.contains(BRANCH) || meant.contains(missing)) {
                return;
            }
            problems.add(place.node().mark(), missing, "is missing");
        } else if (keyword.equals("propertyNames")) {
            Mark mark = ((Node.Mapping) place.node()).entries().get(error.getProperty()).keyMark();
            problems.add(mark, KeyPath.of(place.key(), error.getProperty()), SchemaWords.name(error));
        } else if (keyword.equals(BRANCH)) {
            choice(error, place);
        } else {
            problems.add(place.node().mark(), place.key(),
                    SchemaWords.value(error, place.node(), schema.description(parent)));
        }
    }

    /** A oneOf: keys of which exactly one must be there. */
    private void choice(Error error, Place place) {
        if (!(place.node() instanceof Node.Mapping mapping)) {
            return;
        }
        List<String> choices = SchemaWords.choices(error.getSchemaNode());
        boolean slip = choices.stream().anyMatch(choice -> meant.contains(KeyPath.of(place.key(), choice)));
        List<String> present = choices.stream().filter(mapping.entries()::containsKey).toList();
        if (present.size() > 1) {
            Node.Entry second = mapping.entries().get(present.get(1));
            problems.add(second.keyMark(), place.key(),
                    "has both " + String.join(" and ", present) + ": only one of them may be there");
        } else if (!slip) {
            problems.add(mapping.mark(), place.key(), "needs " + SchemaWords.either(choices));
        }
    }

    private Place place(NodePath location) {
        Node node = root;
        String key = "";
        for (int i = 0; i < location.getNameCount(); i++) {
            if (node instanceof Node.Sequence sequence && location.getElement(i) instanceof Integer index) {
                node = sequence.items().get(index);
                key = KeyPath.of(key, index);
            } else if (node instanceof Node.Mapping mapping) {
                node = mapping.get(location.getName(i));
                key = KeyPath.of(key, location.getName(i));
            }
        }
        return new Place(node, key);
    }

    private static NodePath parent(NodePath path) {
        return path.getParent() == null ? path : path.getParent();
    }
}
