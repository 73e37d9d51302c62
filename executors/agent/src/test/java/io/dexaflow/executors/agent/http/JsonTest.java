// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.executors.agent.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonTest {

    @Test
    void whatIsWrittenIsReadAgain() throws IOException {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("text", "grüße \" \n 🙂");
        fields.put("number", 42);
        fields.put("long", 1L << 40);
        fields.put("flag", true);
        fields.put("nothing", null);
        fields.put("list", Arrays.asList("a", Map.of("b", 1)));
        fields.put("raw", new RawJson("{\"n\": 1.10}"));
        byte[] written = Json.bytes(fields);
        assertThat(new String(written, StandardCharsets.UTF_8)).contains("\"raw\":{\"n\": 1.10}");
        JsonObject read = Json.object(written);
        assertThat(read.text("text")).isEqualTo("grüße \" \n 🙂");
        assertThat(read.integer("number")).isEqualTo(42);
        assertThat(read.number("long")).isEqualTo(1L << 40);
        assertThat(read.flag("flag")).isTrue();
        assertThat(read.has("nothing")).isFalse();
        assertThat(read.fields()).containsKey("nothing");
    }

    @Test
    void onlyOneObjectIsRead() {
        for (String bad : List.of("", "[]", "1", "{", "{} {}", "{\"a\":NaN}", "<html>")) {
            assertThatThrownBy(() -> Json.object(bad.getBytes(StandardCharsets.UTF_8))).as(bad)
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void aFieldOfAnotherTypeIsNamed() throws IOException {
        JsonObject object = Json.object("{\"a\": 1, \"b\": \"x\", \"c\": [1]}".getBytes(StandardCharsets.UTF_8));
        assertThatThrownBy(() -> object.text("a")).hasMessageContaining("'a' is not a text");
        assertThatThrownBy(() -> object.integer("b")).hasMessageContaining("'b' is not a number");
        assertThatThrownBy(() -> object.texts("c")).hasMessageContaining("'c' is not a list of texts");
        assertThatThrownBy(() -> object.text("missing")).hasMessageContaining("'missing'");
    }
}
