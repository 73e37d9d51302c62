// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.dagfiles.internal.tree;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.regex.Pattern;

/** Reads JSON text strictly: no comments, no trailing commas, no repeated keys, one value. */
final class JsonReader {

    private static final JsonFactory JSON = new JsonFactory();

    private static final Pattern ADVICE = Pattern
            .compile(" - use JsonParser\\.Feature.*| \\(start marker at.*| \\(not recognized as one since.*"
                    + "| \\(for \\w+ starting at.*",
                    Pattern.DOTALL);

    private JsonReader() {}

    static Node read(String text) throws UnreadableException {
        TreeBuilder tree = new TreeBuilder();
        try (JsonParser parser = JSON.createParser(text)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                Mark mark = mark(parser.currentTokenLocation());
                if (tree.root() != null) {
                    throw new UnreadableException(mark, "", "something follows the DAG's closing brace");
                }
                event(tree, parser, token, mark);
            }
            return tree.root();
        } catch (JsonProcessingException e) {
            throw new UnreadableException(mark(e.getLocation()), tree.path(), "is not valid JSON: " + words(e));
        } catch (IOException e) {
            throw new UncheckedIOException("reading from memory", e);
        }
    }

    private static void event(TreeBuilder tree, JsonParser parser, JsonToken token, Mark mark)
            throws IOException, UnreadableException {
        switch (token) {
            case START_OBJECT -> tree.begin(mark, null, true);
            case START_ARRAY -> tree.begin(mark, null, false);
            case END_OBJECT, END_ARRAY -> tree.end();
            case FIELD_NAME, VALUE_STRING ->
                    tree.scalar(new Node.Scalar(mark, parser.getText(), parser.getText()));
            case VALUE_TRUE, VALUE_FALSE ->
                    tree.scalar(new Node.Scalar(mark, token == JsonToken.VALUE_TRUE, parser.getText()));
            case VALUE_NULL -> tree.scalar(new Node.Scalar(mark, null, "null"));
            case VALUE_NUMBER_INT ->
                    tree.scalar(new Node.Scalar(mark, Numbers.whole(parser.getText(), 10, mark, tree.path()),
                            parser.getText()));
            case VALUE_NUMBER_FLOAT ->
                    tree.scalar(new Node.Scalar(mark, Numbers.decimal(parser.getText(), mark, tree.path()),
                            parser.getText()));
            default -> throw new UnreadableException(mark, tree.path(), "is not valid JSON: " + token);
        }
    }

    /** Jackson's first sentence, without its advice on how to configure Jackson. */
    private static String words(JsonProcessingException e) {
        return ADVICE.matcher(e.getOriginalMessage()).replaceFirst("").strip();
    }

    private static Mark mark(JsonLocation location) {
        return location == null ? Mark.FILE
                : new Mark(Math.max(0, location.getLineNr()), Math.max(0, location.getColumnNr()));
    }
}
