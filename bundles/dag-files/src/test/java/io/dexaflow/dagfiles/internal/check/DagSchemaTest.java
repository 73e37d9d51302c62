// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.dagfiles.internal.check;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.dexaflow.model.TriggerRule;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DagSchemaTest {

    private static JsonNode schema() throws IOException {
        try (InputStream in = DagSchemaTest.class.getResourceAsStream(DagSchema.RESOURCE)) {
            return new ObjectMapper().readTree(in);
        }
    }

    @Test
    void theSchemaIsAValidSchemaOf2020() throws IOException {
        assertThat(schema().path("$schema").asText()).isEqualTo("https://json-schema.org/draft/2020-12/schema");
        assertThat(SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(SchemaLocation.of("https://json-schema.org/draft/2020-12/schema"))
                .validate(schema()))
                .isEmpty();
    }

    @Test
    void defaultArgumentsKnowWhatATaskKnowsAndNothingElse() throws IOException {
        Set<String> task = new TreeSet<>(DagSchema.get().keysOf("task"));
        task.removeAll(Set.of("task_id", "command", "bash", "depends_on"));
        List<String> defaults = new ArrayList<>();
        schema().at("/properties/default_args/properties").fieldNames().forEachRemaining(defaults::add);
        assertThat(defaults).containsExactlyInAnyOrderElementsOf(task);
    }

    @Test
    void theTriggerRulesAreTheModels() throws IOException {
        assertThat(DagSchema.texts(schema().at("/$defs/trigger_rule/enum"))).containsExactlyInAnyOrderElementsOf(
                Stream.of(TriggerRule.values()).map(TriggerRule::wireName).toList());
    }
}
