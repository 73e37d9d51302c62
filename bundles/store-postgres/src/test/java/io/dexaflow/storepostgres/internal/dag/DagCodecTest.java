// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.storepostgres.internal.dag;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.dexaflow.model.Callback;
import io.dexaflow.model.Command;
import io.dexaflow.model.Dag;
import io.dexaflow.model.Limits;
import io.dexaflow.model.Placement;
import io.dexaflow.model.RetryPolicy;
import io.dexaflow.model.Schedule;
import io.dexaflow.model.SecretRef;
import io.dexaflow.model.Task;
import io.dexaflow.model.TriggerRule;
import io.dexaflow.model.Work;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class DagCodecTest {

    private static final UUID VERSION = UUID.randomUUID();

    private final DagCodec codec = new DagCodec();

    @Test
    void dagComesBackAsItWent() {
        Dag full = full(params("a", 1, "b", List.of(1, 2.5, "x")));
        Dag bare = new Dag("b", null, null, null, null, null, null, List.of());

        assertThat(codec.decode(VERSION, codec.encode(full).content())).isEqualTo(full);
        assertThat(codec.decode(VERSION, codec.encode(bare).content())).isEqualTo(bare);
    }

    @Test
    void contentIsSnakeCaseWithSecondsAndNames() {
        String content = codec.encode(full(Map.of())).content();

        assertThat(content).contains("\"dag_id\":\"sales\"", "\"timezone\":\"Europe/London\"",
                "\"start_date\":\"2026-01-01T00:00:00Z\"", "\"delay\":1.5,", "\"max_delay\":3600",
                "\"execution_timeout\":600", "\"trigger_rule\":\"none_failed\"", "\"pool_slots\":2",
                "\"secrets\":{\"P\":{\"kubernetes\":{\"secret\":\"s\",\"key\":\"k\"}}}");
    }

    @Test
    void hashDoesNotDependOnTheOrderOfKeys() {
        Dag one = full(params("a", Map.of("x", 1, "y", 2), "b", 2));
        Dag other = full(params("b", 2, "a", params("y", 2, "x", 1)));

        assertThat(codec.encode(other).hash()).isEqualTo(codec.encode(one).hash()).matches("[0-9a-f]{64}");
    }

    @Test
    void hashDependsOnEverythingElse() {
        String hash = codec.encode(full(params("a", List.of(1, 2)))).hash();

        assertThat(codec.encode(full(params("a", List.of(2, 1)))).hash()).isNotEqualTo(hash);
        assertThat(codec.encode(full(params("a", List.of(1)))).hash()).isNotEqualTo(hash);
    }

    @Test
    void aNullParamIsKept() {
        Dag dag = full(params("a", null, "b", Arrays.asList(1, null)));

        assertThat(codec.decode(VERSION, codec.encode(dag).content())).isEqualTo(dag);
    }

    @Test
    void whatALaterProgramAddedIsPassedOver() {
        String content = codec.encode(full(Map.of())).content();
        String later = content.replace("\"retries\":3", "\"retries\":3,\"mood\":{\"x\":[1]}")
                .replaceFirst("\\{", "{\"since\":\"0.2\",");

        assertThat(later).isNotEqualTo(content);
        assertThat(codec.decode(VERSION, later)).isEqualTo(full(Map.of()));
    }

    @Test
    void contentThatCannotBeReadNamesItsVersion() {
        assertThatIllegalStateException().isThrownBy(() -> codec.decode(VERSION, "[1"))
                .withMessageContaining(VERSION.toString());
    }

    private static Map<String, Object> params(String first, Object one, String second, Object two) {
        Map<String, Object> params = new LinkedHashMap<>();
        params.put(first, one);
        params.put(second, two);
        return params;
    }

    private static Map<String, Object> params(String first, Object one) {
        Map<String, Object> params = new LinkedHashMap<>();
        params.put(first, one);
        return params;
    }

    private static Dag full(Map<String, Object> params) {
        Work work = new Work(new Command(List.of("a", "{{ params.x }}"), null), Map.of("E", "v"),
                Map.of("P", new SecretRef(null, null, new SecretRef.KubernetesSecretKey("s", "k"))), "/srv",
                Duration.ofMinutes(10));
        Task first = new Task("extract", work, List.of(), TriggerRule.NONE_FAILED,
                new RetryPolicy(3, Duration.ofMillis(1500), true, Duration.ofHours(1)),
                new Placement("p", 2, "moon", Duration.ofSeconds(7), Map.of("image", "i", "labels", Map.of())),
                new Callback("http://x", null));
        Task second = new Task("load", new Work(new Command(List.of(), "./load.sh"), null, null, null, null),
                List.of("extract"), null, null, null, new Callback(null, List.of("c")));
        return new Dag("sales", "words", new Schedule("0 5 * * *", ZoneId.of("Europe/London"),
                Instant.parse("2026-01-01T00:00:00Z"), null, true), new Limits(3, 4), List.of("t"), params, null,
                List.of(first, second));
    }
}
