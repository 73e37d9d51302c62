// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.dagfiles.internal.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.dialect.Dialects;
import com.networknt.schema.path.NodePath;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The JSON Schema that ships with the distribution: what validates, and what is known about keys. */
final class DagSchema {

    static final String RESOURCE = "/io/dexaflow/dagfiles/dag.schema.json";

    private final JsonNode document;
    private final Schema schema;

    private DagSchema(JsonNode document) {
        this.document = document;
        this.schema = SchemaRegistry.withDialect(Dialects.getDraft202012()).getSchema(document);
    }

    /** Made at the first use: compiling it is not free, and a bundle may be started without any file to read. */
    private static final class Holder {
        static final DagSchema SCHEMA = new DagSchema(load());
    }

    static DagSchema get() {
        return Holder.SCHEMA;
    }

    List<com.networknt.schema.Error> validate(JsonNode instance) {
        return schema.validate(instance);
    }

    /** The keys that the schema's object at this place knows. */
    Set<String> keys(NodePath object) {
        JsonNode node = document;
        for (int i = 0; i < object.getNameCount(); i++) {
            node = object.getElement(i) instanceof Integer index ? node.path(index) : node.path(object.getName(i));
        }
        return keys(node);
    }

    /** The keys at the top of a file. */
    Set<String> topKeys() {
        return keys(document);
    }

    /** The keys of a definition's object, as {@code task}. */
    Set<String> keysOf(String definition) {
        return keys(document.path("$defs").path(definition));
    }

    /** What the schema says in words about the value at this place; empty where it says nothing. */
    String description(NodePath place) {
        JsonNode node = document;
        for (int i = 0; i < place.getNameCount(); i++) {
            node = node.path(place.getName(i));
        }
        return node.path("description").asText("");
    }

    /** A schema's enumeration as text. */
    static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(item -> texts.add(item.asText()));
        return texts;
    }

    private static Set<String> keys(JsonNode node) {
        Set<String> keys = new TreeSet<>();
        node.path("properties").fieldNames().forEachRemaining(keys::add);
        return keys;
    }

    private static JsonNode load() {
        try (InputStream in = DagSchema.class.getResourceAsStream(RESOURCE)) {
            return new ObjectMapper().readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException("reading " + RESOURCE + " of this very bundle", e);
        }
    }
}
