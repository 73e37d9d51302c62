// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Airflow's bulk requests: a list of actions, each with its entities. All of it is read before anything is done. An action
 * that does not hold for one of its entities, and is told to fail then, does nothing and says so in the answer.
 *
 * @param <T> an entity
 */
public final class Bulk<T> {

    private static final String ACTION = "action";
    private static final String ENTITIES = "entities";
    private static final int MOST = 1000;

    private final Kind<T> kind;

    public Bulk(Kind<T> kind) {
        this.kind = kind;
    }

    /** What is changed in bulk. */
    public interface Kind<T> {

        /** Reads an entity, of which a mask (empty for none) names what counts; {@link Problem} when it is none. */
        T read(Body body, List<String> mask);

        /** What an entity is known by. */
        String key(T entity);

        /** The same, of an entity to delete. */
        String key(Body entity);

        /** Refuses what cannot be done to entities of this kind at all. */
        default void allow(String action) {}

        boolean exists(String key);

        /** Each of these writes down what it did, and throws {@link Problem} when it cannot. */
        void create(Request request, T entity);

        void update(Request request, T entity, List<String> mask);

        void delete(Request request, String key);
    }

    /**
     * An action.
     *
     * @param entities to create or update
     * @param keys of all of them
     * @param otherwise what to do where an entity exists that should not, or the other way round
     */
    private record Action<T>(String name, List<T> entities, List<String> keys, String otherwise, List<String> mask) {}

    /** Does what a request asks for. */
    public Reply answer(Request request) {
        ObjectNode json = Json.object();
        actions(request).forEach(action -> {
            ObjectNode result = json.withObject("/" + action.name());
            ArrayNode success = result.withArray("success");
            ArrayNode errors = result.withArray("errors");
            try {
                perform(request, action, success);
            } catch (Problem e) {
                errors.addObject().put("error", e.getMessage()).put("status_code", e.status());
            }
        });
        return Reply.ok(json);
    }

    private void perform(Request request, Action<T> action, ArrayNode success) {
        kind.allow(action.name());
        boolean creates = action.name().equals("create");
        List<String> wrong = action.keys().stream().filter(key -> kind.exists(key) == creates).toList();
        if (!wrong.isEmpty() && action.otherwise().equals("fail")) {
            throw creates ? Problem.of(409, "there are already: " + String.join(", ", wrong))
                    : Problem.notFound("there are none of: " + String.join(", ", wrong));
        }
        for (int i = 0; i < action.keys().size(); i++) {
            String key = action.keys().get(i);
            boolean isWrong = wrong.contains(key);
            if (isWrong && action.otherwise().equals("skip")) {
                continue;
            }
            if (action.name().equals("delete")) {
                kind.delete(request, key);
            } else if (creates && !isWrong) {
                kind.create(request, action.entities().get(i));
            } else {
                kind.update(request, action.entities().get(i), action.mask());
            }
            success.add(key);
        }
    }

    private List<Action<T>> actions(Request request) {
        Body body = request.body().only(Set.of("actions"));
        List<Action<T>> actions = new ArrayList<>();
        for (JsonNode action : list(body, "actions")) {
            actions.add(action(object(action, "actions")));
        }
        return actions;
    }

    private Action<T> action(Body body) {
        String name = body.required(ACTION, body.text(ACTION, MOST));
        String choice = switch (name) {
            case "create" -> "action_on_existence";
            case "update", "delete" -> "action_on_non_existence";
            default -> throw Body.invalid("union_tag_invalid", ACTION, "create, update or delete is expected");
        };
        body.only(name.equals("update") ? Set.of(ACTION, ENTITIES, choice, "update_mask")
                : Set.of(ACTION, ENTITIES, choice));
        List<String> mask = mask(body);
        List<T> entities = new ArrayList<>();
        List<String> keys = new ArrayList<>();
        for (JsonNode one : list(body, ENTITIES)) {
            if (name.equals("delete")) {
                keys.add(one.isTextual() ? one.textValue() : kind.key(object(one, ENTITIES)));
            } else {
                T entity = kind.read(object(one, ENTITIES), mask);
                entities.add(entity);
                keys.add(kind.key(entity));
            }
        }
        if (Set.copyOf(keys).size() < keys.size()) {
            throw Body.invalid("value_error", ENTITIES, "the same one is named twice");
        }
        return new Action<>(name, entities, keys, otherwise(body, choice, name), mask);
    }

    private static String otherwise(Body body, String field, String action) {
        Set<String> known = action.equals("create") ? Set.of("fail", "skip", "overwrite") : Set.of("fail", "skip");
        String chosen = body.text(field, MOST);
        if (chosen != null && !known.contains(chosen)) {
            throw Body.invalid("enum", field, "one of " + known.stream().sorted().toList() + " is expected");
        }
        return chosen == null ? "fail" : chosen;
    }

    private static List<String> mask(Body body) {
        List<String> mask = new ArrayList<>();
        if (body.object().hasNonNull("update_mask")) {
            list(body, "update_mask").forEach(field -> mask.add(field.asText()));
        }
        return mask;
    }

    private static JsonNode list(Body body, String field) {
        JsonNode list = body.required(field, body.object().get(field));
        if (!list.isArray() || list.size() > MOST) {
            throw Body.invalid("list_type", field, "a list of " + MOST + " at most is expected");
        }
        return list;
    }

    private static Body object(JsonNode node, String field) {
        if (!node.isObject()) {
            throw Body.invalid("model_attributes_type", field, "objects are expected");
        }
        return new Body(node);
    }
}
