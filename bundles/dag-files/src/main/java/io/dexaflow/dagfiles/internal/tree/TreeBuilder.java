// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.dagfiles.internal.tree;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Puts a tree together from the events of a YAML or JSON reader. It owns the limits that keep a hostile file from
 * costing more than its size, and knows the key path of what is being read. It never recurses.
 */
final class TreeBuilder {

    private static final int MAX_DEPTH = 64;

    /** Aliases repeat content: what they make of a file may be this large, in characters. */
    private static final long MAX_WEIGHT = 4L * FileText.LIMIT;

    private final Deque<Frame> open = new ArrayDeque<>();
    private Node root;

    /** A list or mapping whose end has not come yet. */
    private static final class Frame {
        final Mark mark;
        final String anchor;
        final List<Node> items;
        final Map<String, Node.Entry> entries;
        Node.Scalar key;
        long weight = 4;

        Frame(Mark mark, String anchor, boolean mapping) {
            this.mark = mark;
            this.anchor = anchor;
            this.items = mapping ? null : new ArrayList<>();
            this.entries = mapping ? new LinkedHashMap<>() : null;
        }

        boolean wantsKey() {
            return entries != null && key == null;
        }
    }

    /** A finished node and what it weighs. */
    record Weighed(Node node, long weight) {}

    void begin(Mark mark, String anchor, boolean mapping) throws UnreadableException {
        if (wantsKey()) {
            throw new UnreadableException(mark, path(), "a key must be text, not a list or mapping: if this is a"
                    + " template, put it in quotes: \"{{ … }}\"");
        }
        if (open.size() >= MAX_DEPTH) {
            throw new UnreadableException(mark, path(), "is nested more than " + MAX_DEPTH + " levels deep");
        }
        open.push(new Frame(mark, anchor, mapping));
    }

    Weighed end() throws UnreadableException {
        Frame frame = open.pop();
        Node node = frame.entries == null ? new Node.Sequence(frame.mark, frame.items)
                : new Node.Mapping(frame.mark, frame.entries);
        Weighed weighed = new Weighed(node, frame.weight);
        add(weighed);
        return weighed;
    }

    Weighed scalar(Node.Scalar scalar) throws UnreadableException {
        Weighed weighed = new Weighed(scalar, 4L + scalar.text().length());
        if (wantsKey()) {
            key(scalar);
        } else {
            add(weighed);
        }
        return weighed;
    }

    void add(Weighed child) throws UnreadableException {
        Frame frame = open.peek();
        if (frame == null) {
            root = child.node();
            return;
        }
        frame.weight += child.weight();
        if (frame.weight > MAX_WEIGHT) {
            throw new UnreadableException(child.node().mark(), path(), "grows too large through its aliases");
        }
        if (frame.items != null) {
            frame.items.add(child.node());
        } else {
            frame.entries.put(frame.key.text(), new Node.Entry(frame.key.mark(), child.node()));
            frame.key = null;
        }
    }

    private void key(Node.Scalar key) throws UnreadableException {
        Frame frame = open.element();
        if (key.text().isEmpty()) {
            throw new UnreadableException(key.mark(), path(), "a key is empty");
        }
        Node.Entry before = frame.entries.get(key.text());
        if (before != null) {
            throw new UnreadableException(key.mark(), KeyPath.of(path(), key.text()),
                    "is there twice; the first one is in line " + before.keyMark().line());
        }
        frame.key = key;
        frame.weight += key.text().length();
    }

    /** Whether the next node is a mapping's key. */
    boolean wantsKey() {
        Frame frame = open.peek();
        return frame != null && frame.wantsKey();
    }

    /** Whether an alias to this anchor would stand inside what it names. */
    boolean isOpen(String anchor) {
        return open.stream().anyMatch(frame -> anchor.equals(frame.anchor));
    }

    /** The key path of the place that is being read. */
    String path() {
        String path = "";
        for (var frames = open.descendingIterator(); frames.hasNext();) {
            Frame frame = frames.next();
            if (frame.items != null) {
                path = KeyPath.of(path, frame.items.size());
            } else if (frame.key != null) {
                path = KeyPath.of(path, frame.key.text());
            }
        }
        return path;
    }

    /** The whole tree; null when there was nothing. */
    Node root() {
        return root;
    }
}
