// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.admin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dexaflow.rest.internal.http.Audit;
import io.dexaflow.rest.internal.http.Body;
import io.dexaflow.rest.internal.http.Bulk;
import io.dexaflow.rest.internal.http.Json;
import io.dexaflow.rest.internal.http.Problem;
import io.dexaflow.rest.internal.http.Request;
import io.dexaflow.rest.internal.http.Secrets;
import io.dexaflow.store.EventLedger.EventSubject;
import io.dexaflow.store.VariableLedger;
import io.dexaflow.store.VariableLedger.Variable;
import java.util.List;
import java.util.Set;

/** Makes, changes and takes away variables, and writes it down; values never. */
final class VariableChanges implements Bulk.Kind<Variable> {

    private static final int LONGEST_KEY = 250;
    private static final int LONGEST_TEXT = 10_000;
    private static final String KEY = "key";
    private static final String VALUE = "value";
    private static final String DESCRIPTION = "description";
    private static final String TEAM = "team_name";

    private final VariableLedger variables;
    private final Audit audit;

    VariableChanges(VariableLedger variables, Audit audit) {
        this.variables = variables;
        this.audit = audit;
    }

    @Override
    public Variable read(Body body, List<String> mask) {
        return read(body);
    }

    /** Reads one; {@link Problem} when it is none. */
    Variable read(Body body) {
        body.only(Set.of(KEY, VALUE, DESCRIPTION, TEAM)).without(TEAM, "there are no teams");
        String key = body.required(KEY, body.text(KEY, LONGEST_KEY));
        if (key.isBlank()) {
            throw Body.invalid("string_too_short", KEY, "a key is expected");
        }
        JsonNode value = body.required(VALUE, body.object().get(VALUE));
        return new Variable(key, value.isTextual() ? value.textValue() : Json.write(value),
                body.text(DESCRIPTION, LONGEST_TEXT));
    }

    @Override
    public String key(Variable variable) {
        return variable.key();
    }

    @Override
    public String key(Body body) {
        return body.required(KEY, body.text(KEY, LONGEST_KEY));
    }

    @Override
    public boolean exists(String key) {
        return variables.find(key).isPresent();
    }

    @Override
    public void create(Request request, Variable variable) {
        if (!variables.create(variable)) {
            throw Problem.of(409, "The Variable with key: `" + variable.key() + "` already exists");
        }
        audit.record(request, "post_variable", EventSubject.NONE, null, json(variable));
    }

    @Override
    public void update(Request request, Variable variable, List<String> mask) {
        if (!Set.of(KEY, VALUE, DESCRIPTION).containsAll(mask)) {
            throw Problem.of(400, "update_mask: there are key, value and description");
        }
        Variable before = variables.find(variable.key()).orElseThrow(() -> notFound(variable.key()));
        Variable after = new Variable(variable.key(),
                mask.isEmpty() || mask.contains(VALUE) ? variable.value() : before.value(),
                mask.isEmpty() || mask.contains(DESCRIPTION) ? variable.description() : before.description());
        if (!variables.update(after)) {
            throw notFound(variable.key());
        }
        audit.record(request, "patch_variable", EventSubject.NONE, json(before), json(after));
    }

    @Override
    public void delete(Request request, String key) {
        Variable before = variables.find(key).orElseThrow(() -> notFound(key));
        if (!variables.delete(key)) {
            throw notFound(key);
        }
        audit.record(request, "delete_variable", EventSubject.NONE, json(before), null);
    }

    static Problem notFound(String key) {
        return Problem.notFound("The Variable with key: `" + key + "` was not found");
    }

    private static ObjectNode json(Variable variable) {
        return Json.object()
                .put(KEY, variable.key())
                .put(VALUE, Secrets.MASK)
                .put(DESCRIPTION, variable.description());
    }
}
