// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.shell;

import java.util.LinkedHashMap;
import java.util.Map;

/** A JSON object under construction: names in the order they were given, null values allowed. */
final class Fields {

    private final Map<String, Object> values = new LinkedHashMap<>();

    /** Adds a field. */
    Fields with(String name, Object value) {
        values.put(name, value);
        return this;
    }

    /** The object. */
    Map<String, Object> map() {
        return values;
    }
}
