// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.dagfiles.internal.folder;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DagNamesTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {"x.dag.yaml|anything: at all|true",
            "x.dag.json|{|true", "x.yaml|dag_id: a\\ntasks: []|true", "x.yaml|dag_id: a|false",
            "x.yaml|tasks: []|false",
            "x.yaml|services: {dag_id: a, tasks: []}|false", "x.yaml|- dag_id: a|false", "x.yaml|`{{ helm }}`|false",
            "x.yaml|dag_id: a\\ntasks:\\n\\t- broken|true", "x.yaml|a:\\n  dag_id: a\\n  tasks:\\n\\t- broken|false",
            "x.json|{\"dag_id\": \"a\", \"tasks\": []}|true", "x.json|{\"dag_id\": \"a\",\\n \"tasks\": [,]}|true",
            "x.json|{\"name\": \"package\"}|false", "x.yml|dag_id: a\\ntasks: 5|true"})
    void onlyFilesThatMeanToBeDagsAreDags(String name, String text, boolean dag) {
        byte[] content = text.replace("\\n", "\n").replace("\\t", "\t").getBytes(StandardCharsets.UTF_8);
        assertThat(DagNames.readIfDag(Path.of("/d", name), content, false).isPresent()).isEqualTo(dag);
    }
}
