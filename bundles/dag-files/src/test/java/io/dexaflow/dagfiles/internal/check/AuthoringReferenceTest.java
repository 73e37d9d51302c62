// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.dagfiles.internal.check;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Keeps {@code docs/guide/authoring.md} what the shipped schema says. With {@code -Ddexaflow.docs.write=true} it is written
 * anew.
 */
class AuthoringReferenceTest {

    private static final Path PAGE = Path.of("../../docs/guide/authoring.md");

    private static final String HEAD =
            """
                    # Authoring reference

                    What a DAG file may hold. This page is made from the JSON Schema that Dexaflow validates with
                    (`bundles/dag-files`, `dag.schema.json`; it lies in a distribution's `schema/` too); `dexaflow check FILE` applies it.
                    Rules that a schema cannot say (cycles, unknown upstream tasks, templates, cron) are errors with file, line and column
                    as well. How values get into a task, and what its process finds in its environment: [first-dag.md](first-dag.md).
                    """;

    @Test
    void pageSaysWhatTheSchemaSays() throws IOException {
        String page = page();
        if (Boolean.getBoolean("dexaflow.docs.write")) {
            Files.writeString(PAGE, page);
        }
        assertThat(PAGE).as("write it anew: mvn -pl bundles/dag-files -am test -Ddexaflow.docs.write=true")
                .content()
                .isEqualTo(page);
    }

    private static String page() throws IOException {
        JsonNode schema;
        try (InputStream in = DagSchema.class.getResourceAsStream("/io/dexaflow/dagfiles/dag.schema.json")) {
            schema = new ObjectMapper().readTree(in);
        }
        StringBuilder page = new StringBuilder(HEAD);
        table(page, "The DAG", schema, schema);
        table(page, "A task", schema.at("/$defs/task"), schema);
        table(page, "`default_args`", schema.at("/properties/default_args"), schema);
        for (Map.Entry<String, JsonNode> definition : schema.path("$defs").properties()) {
            if (definition.getValue().has("properties") && !definition.getKey().equals("task")) {
                table(page, "`" + definition.getKey() + "`", definition.getValue(), schema);
            }
        }
        return page.toString();
    }

    private static void table(StringBuilder page, String title, JsonNode object, JsonNode schema) {
        page.append("\n## ").append(title).append("\n\n");
        if (object.has("description")) {
            page.append(object.path("description").asText()).append("\n\n");
        }
        List<String> required = new ArrayList<>();
        object.path("required").forEach(name -> required.add(name.asText()));
        page.append("| key | value | meaning |\n|---|---|---|\n");
        for (Map.Entry<String, JsonNode> property : object.path("properties").properties()) {
            JsonNode value = resolved(property.getValue(), schema);
            page.append("| `").append(property.getKey()).append('`');
            page.append(required.contains(property.getKey()) ? " (required)" : "");
            page.append(" | ").append(kind(property.getValue(), value));
            page.append(" | ").append(cell(meaning(property.getValue(), value))).append(" |\n");
        }
    }

    private static JsonNode resolved(JsonNode property, JsonNode schema) {
        return property.has("$ref") ? schema.at(property.path("$ref").asText().substring(1)) : property;
    }

    private static String kind(JsonNode property, JsonNode value) {
        String name = property.path("$ref").asText().replaceAll(".*/", "");
        if (value.has("properties") && !name.isEmpty()) {
            return "[`" + name + "`](#" + name + ")";
        }
        if (value.has("enum")) {
            List<String> words = new ArrayList<>();
            value.path("enum").forEach(word -> words.add("`" + word.asText() + "`"));
            return String.join(", ", words);
        }
        List<String> types = new ArrayList<>();
        if (value.path("type").isArray()) {
            value.path("type").forEach(type -> types.add(type.asText()));
        } else {
            types.add(value.path("type").asText("any"));
        }
        return String.join(" or ", types) + bounds(value);
    }

    private static String bounds(JsonNode value) {
        return value.has("minimum") && value.has("maximum")
                ? ", " + value.path("minimum").asText() + " to " + value.path("maximum").asText()
                : value.has("minimum") ? ", at least " + value.path("minimum").asText() : "";
    }

    private static String meaning(JsonNode property, JsonNode value) {
        String words = property.has("description") ? property.path("description").asText()
                : value.path("description").asText();
        return value.has("default") ? words + " Default: `" + value.path("default").asText() + "`." : words;
    }

    private static String cell(String words) {
        return words.replace("|", "\\|").replace("\n", " ");
    }
}
