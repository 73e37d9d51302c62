// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The fields of a JSON object that somebody sent. A field that is absent or null is null here; one of the wrong type is
 * a 422 that names it.
 *
 * @param object the object
 */
public record Body(JsonNode object) {

    /** Refuses fields that nobody reads, so that a typo is not taken in silence. */
    public Body only(Set<String> known) {
        for (Map.Entry<String, JsonNode> field : object.properties()) {
            if (!known.contains(field.getKey())) {
                throw invalid("extra_forbidden", field.getKey(), "there is no such field; known are "
                        + String.join(", ", known.stream().sorted().toList()));
            }
        }
        return this;
    }

    /** Refuses a field that we do not know what to do with yet. */
    public Body without(String field, String why) {
        if (object.hasNonNull(field)) {
            throw invalid("value_error", field, why);
        }
        return this;
    }

    /** A text. */
    public String text(String field, int longest) {
        JsonNode value = object.path(field);
        if (value.isMissingNode() || value.isNull()) {
            return null;
        }
        if (!value.isTextual()) {
            throw invalid("string_type", field, "a text is expected");
        }
        if (value.textValue().length() > longest) {
            throw invalid("string_too_long", field, "at most " + longest + " characters are allowed");
        }
        return value.textValue();
    }

    /** True or false. */
    public Boolean flag(String field) {
        JsonNode value = object.path(field);
        if (value.isMissingNode() || value.isNull()) {
            return null;
        }
        if (!value.isBoolean()) {
            throw invalid("bool_type", field, "true or false is expected");
        }
        return value.booleanValue();
    }

    /** True or false, and this where it is not there. */
    public boolean flag(String field, boolean otherwise) {
        Boolean flag = flag(field);
        return flag == null ? otherwise : flag;
    }

    /** A whole number. */
    public Integer wholeNumber(String field) {
        JsonNode value = object.path(field);
        if (value.isMissingNode() || value.isNull()) {
            return null;
        }
        if (!value.isIntegralNumber() || !value.canConvertToInt()) {
            throw invalid("int_type", field, "a whole number is expected");
        }
        return value.intValue();
    }

    /** A field that must be there. */
    public <T> T required(String field, T value) {
        if (value == null) {
            throw invalid("missing", field, "Field required");
        }
        return value;
    }

    /** Only the fields that a mask names; all of them where it names none. */
    public Body masked(List<String> mask) {
        if (mask.isEmpty()) {
            return this;
        }
        ObjectNode kept = Json.object();
        for (String field : mask) {
            if (!object.has(field)) {
                throw Problem.of(400, "update_mask: the body has no field " + field);
            }
            kept.set(field, object.get(field));
        }
        return new Body(kept);
    }

    /** An object, as JSON. */
    public String json(String field) {
        JsonNode value = object.path(field);
        if (value.isMissingNode() || value.isNull()) {
            return null;
        }
        if (!(value instanceof ObjectNode)) {
            throw invalid("dict_type", field, "an object is expected");
        }
        return Json.write(value);
    }

    /** A time with its offset. */
    public Instant time(String field) {
        String text = text(field, 100);
        if (text == null) {
            return null;
        }
        try {
            return readable(OffsetDateTime.parse(text).toInstant());
        } catch (DateTimeException e) {
            throw invalid("datetime_parsing", field, "a time with its offset is expected, as 2026-01-31T00:00:00Z");
        }
    }

    /** Refuses this field's value. */
    public static Problem invalid(String type, String field, String words) {
        return Problem.invalid(type, List.of("body", field), field + ": " + words);
    }

    /** The database's times reach further than any calendar; what other programs can read does not. */
    static Instant readable(Instant time) {
        int year = time.atOffset(ZoneOffset.UTC).getYear();
        if (year < 1 || year > 9999) {
            throw new DateTimeException("the year must be from 1 to 9999");
        }
        return time;
    }
}
