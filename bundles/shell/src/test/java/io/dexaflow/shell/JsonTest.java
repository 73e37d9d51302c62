// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class JsonTest {

    @Test
    void writesWhatCommandsAnswerWith() {
        assertThat(Json.write(new Fields().with("a", 1)
                .with("b", null)
                .with("c", List.of(true, "x"))
                .with("d",
                        new Fields().map())
                .with("e", Instant.EPOCH)
                .with("f", Duration.ofMillis(1500))
                .with("g",
                        new Json.Raw("{\"h\": []}"))
                .map()))
                .isEqualTo("{\"a\":1,\"b\":null,\"c\":[true,\"x\"],\"d\":{},\"e\":\"1970-01-01T00:00:00Z\",\"f\":1.5,"
                        + "\"g\":{\"h\": []}}");
    }

    @Test
    void escapesWhatMustNotStandInAText() {
        assertThat(Json.write("a\"b\\c\n\r\t\u0001ü")).isEqualTo("\"a\\\"b\\\\c\\n\\r\\t\\u0001ü\"");
    }
}
