// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.gateway.internal.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dexaflow.gateway.internal.spec.SpecAnswer.FileSpec;
import io.dexaflow.gateway.internal.spec.SpecAnswer.ProcessSpec;
import io.dexaflow.gateway.internal.spec.SpecAnswer.Spec;
import io.dexaflow.gateway.internal.spec.SpecAnswer.Superseded;
import io.dexaflow.gateway.internal.spec.SpecAnswer.Unmakeable;
import io.dexaflow.gateway.internal.spec.SpecAnswer;
import io.dexaflow.model.SecretRef;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Collection;

/** A specification as the protocol writes it. */
final class SpecJson {

    /** The most characters of specifications in one answer, besides the first; both ends hold it in memory. */
    static final int MOST_AT_ONCE = 4 << 20;

    private SpecJson() {}

    /** How much of {@link #MOST_AT_ONCE} an answer takes. */
    static int size(SpecAnswer answer) {
        return answer instanceof Spec spec ? spec.size() : 0;
    }

    /** Puts a specification, or why there is none, beside what is there; nothing for an attempt that is not current. */
    static void put(ObjectNode json, SpecAnswer answer) {
        switch (answer) {
            case Spec spec -> json.set("spec", of(spec));
            case Unmakeable it -> json.put("spec_error", it.words()).put("log_file", it.log().toString());
            case Superseded it -> {
            }
            case null -> {
            }
        }
    }

    static ObjectNode of(Spec spec) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("run", spec.attempt().runId().toString())
                .put("dag_id", spec.facts().dagId())
                .put("run_id", spec.facts().dagRunId())
                .put("task", spec.attempt().taskId())
                .put("try", spec.attempt().tryNumber())
                .put("epoch", spec.attempt().epoch())
                .put("max_tries", spec.facts().maxTries());
        process(json, spec.process());
        files(json, spec.files());
        return json;
    }

    private static void process(ObjectNode json, ProcessSpec process) {
        texts(json, "argv", process.argv());
        ObjectNode env = json.putObject("env");
        process.env().forEach(env::put);
        ObjectNode secrets = json.putObject("secrets");
        process.secrets().forEach((name, ref) -> secret(secrets.putObject(name), ref));
        if (process.workingDir() != null) {
            json.put("working_dir", process.workingDir());
        }
        if (process.timeout() != null) {
            json.set("execution_timeout_seconds", seconds(process.timeout()));
        }
    }

    private static void files(ObjectNode json, FileSpec files) {
        json.put("log_file", files.log().toString())
                .put("log_max_bytes", files.logMaxBytes())
                .put("scratch_dir",
                        files.scratch().toString());
        texts(json, "inherit_env", files.inheritEnv());
    }

    private static void secret(ObjectNode json, SecretRef ref) {
        if (ref.env() != null) {
            json.put("env", ref.env());
        } else if (ref.file() != null) {
            json.put("file", ref.file());
        } else {
            json.putObject("kubernetes").put("secret", ref.kubernetes().secret()).put("key", ref.kubernetes().key());
        }
    }

    private static void texts(ObjectNode json, String field, Collection<String> texts) {
        var list = json.putArray(field);
        texts.forEach(list::add);
    }

    /** Whole seconds where they are whole, so that the agent's words about the limit read as the author wrote it. */
    private static JsonNode seconds(Duration limit) {
        return limit.getNano() == 0 ? JsonNodeFactory.instance.numberNode(limit.toSeconds())
                : JsonNodeFactory.instance.numberNode(BigDecimal.valueOf(limit.toMillis(), 3));
    }
}
