// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.dagfiles.internal.tree;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/**
 * Reads YAML 1.2 text (contract 3): core schema, one document, no custom tags, no repeated keys, at most 50 aliases. It
 * works on the events of the parser, so that nothing is built before it has been counted.
 */
final class YamlReader {

    private static final int MAX_ALIASES = 50;

    private static final LoadSettings SETTINGS = LoadSettings.builder()
            .setSchema(new CoreSchema())
            .setAllowDuplicateKeys(false)
            .setMaxAliasesForCollections(MAX_ALIASES)
            .setCodePointLimit(FileText.LIMIT)
            .setParseComments(false)
            .build();

    private static final Pattern COLLECTION_TAG = Pattern.compile("!|tag:yaml\\.org,2002:(map|seq)");

    private final String text;
    private final TreeBuilder tree = new TreeBuilder();
    private final Map<String, TreeBuilder.Weighed> anchors = new HashMap<>();
    private final Deque<Optional<String>> openAnchors = new ArrayDeque<>();
    private int aliases;
    private int documents;

    private YamlReader(String text) {
        this.text = text;
    }

    /** The document's tree; null when the text holds none. */
    static Node read(String text) throws UnreadableException {
        return new YamlReader(text).read();
    }

    private Node read() throws UnreadableException {
        try {
            for (Event event : new Parse(SETTINGS).parseString(text)) {
                event(event);
            }
            return tree.root();
        } catch (MarkedYamlEngineException e) {
            throw YamlHints.explain(text, e, tree.path());
        } catch (YamlEngineException e) {
            throw new UnreadableException("is not valid YAML: " + e.getMessage());
        } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
            // The library's own slips on broken input must not become ours.
            throw new UnreadableException("is not valid YAML: the reader gave up (" + e.getMessage() + ")");
        }
    }

    private void event(Event event) throws UnreadableException {
        switch (event.getEventId()) {
            case DocumentStart -> {
                if (++documents > 1) {
                    throw new UnreadableException(mark(event), "", "a second document begins here: write one DAG a"
                            + " file");
                }
            }
            case Alias -> alias((AliasEvent) event);
            case Scalar -> scalar((ScalarEvent) event);
            case MappingStart -> begin((CollectionStartEvent) event, true);
            case SequenceStart -> begin((CollectionStartEvent) event, false);
            case MappingEnd, SequenceEnd -> {
                TreeBuilder.Weighed node = tree.end();
                openAnchors.pop().ifPresent(anchor -> anchors.put(anchor, node));
            }
            default -> { /* stream and document ends, comments */ }
        }
    }

    private void begin(CollectionStartEvent event, boolean mapping) throws UnreadableException {
        Optional<String> tag = event.getTag();
        if (tag.isPresent() && !COLLECTION_TAG.matcher(tag.get()).matches()) {
            throw customTag(event, tag.get());
        }
        tree.begin(mark(event), anchor(event).orElse(null), mapping);
        openAnchors.push(anchor(event));
    }

    private void scalar(ScalarEvent event) throws UnreadableException {
        Mark mark = mark(event);
        // Named before the value is put into the tree, where the key it belongs to is no longer open.
        String path = tree.path();
        Object value = tree.wantsKey() ? event.getValue() : value(event, mark, path);
        TreeBuilder.Weighed node = tree.scalar(new Node.Scalar(mark, value, event.getValue()));
        anchor(event).ifPresent(anchor -> anchors.put(anchor, node));
    }

    private static Object value(ScalarEvent event, Mark mark, String path) throws UnreadableException {
        String written = event.getValue();
        String tag = event.getTag().filter(name -> !name.equals("!")).orElse(null);
        String implicit = event.isPlain() && event.getTag().isEmpty() || tag != null ? CoreScalars.type(written)
                : CoreScalars.STRING;
        String type = tag == null ? implicit : CoreScalars.byTag(tag);
        if (type == null) {
            throw customTag(event, tag);
        }
        if (tag != null && !type.equals(CoreScalars.STRING) && !type.equals(implicit)) {
            throw new UnreadableException(mark, path, "\"" + written + "\" is not what its tag !!" + type + " says");
        }
        return CoreScalars.value(type, written, mark, path);
    }

    private void alias(AliasEvent event) throws UnreadableException {
        String anchor = event.getAlias().getValue();
        Mark mark = mark(event);
        TreeBuilder.Weighed target = anchors.get(anchor);
        if (tree.isOpen(anchor)) {
            throw new UnreadableException(mark, tree.path(), "the alias *" + anchor + " stands inside what it names");
        }
        if (target == null) {
            throw YamlHints.unquotedCron(text, mark, tree.path())
                    .orElseGet(
                            () -> new UnreadableException(mark, tree.path(),
                                    "the alias *" + anchor + " has no anchor &" + anchor
                                            + " before it; text that begins with * must be in quotes"));
        }
        if (++aliases > MAX_ALIASES) {
            throw new UnreadableException(mark, tree.path(), "more than " + MAX_ALIASES + " aliases in one file");
        }
        if (!tree.wantsKey()) {
            tree.add(target);
        } else if (target.node() instanceof Node.Scalar scalar) {
            tree.scalar(new Node.Scalar(mark, scalar.text(), scalar.text()));
        } else {
            throw new UnreadableException(mark, tree.path(), "a key must be text, not a list or mapping");
        }
    }

    private static UnreadableException customTag(NodeEvent event, String tag) {
        String shown = tag.startsWith("tag:yaml.org,2002:") ? "!!" + tag.substring("tag:yaml.org,2002:".length()) : tag;
        return new UnreadableException(mark(event), "",
                "the tag " + shown + " is not allowed: DAG files are plain data;"
                        + " text that begins with ! must be in quotes");
    }

    private static Optional<String> anchor(NodeEvent event) {
        return event.getAnchor().map(Anchor::getValue);
    }

    private static Mark mark(Event event) {
        return event.getStartMark().map(mark -> new Mark(mark.getLine() + 1, mark.getColumn() + 1)).orElse(Mark.FILE);
    }
}
