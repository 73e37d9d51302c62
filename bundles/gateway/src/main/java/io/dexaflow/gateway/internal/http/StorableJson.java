// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.gateway.internal.http;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.Map;

/** Whether the database's {@code jsonb} can hold a value without changing or refusing it. */
final class StorableJson {

    /** Far beyond what a double can hold, far within what PostgreSQL's numeric can. */
    private static final int MOST_DIGITS = 1000;

    private StorableJson() {}

    static boolean check(JsonNode value) {
        if (value.isTextual()) {
            return Words.isStorable(value.textValue());
        }
        if (value.isNumber()) {
            return isStorableNumber(value);
        }
        for (Map.Entry<String, JsonNode> field : value.properties()) {
            if (!Words.isStorable(field.getKey()) || !check(field.getValue())) {
                return false;
            }
        }
        if (value.isArray()) {
            for (JsonNode element : value) {
                if (!check(element)) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean isStorableNumber(JsonNode value) {
        if (value.isBigDecimal()) {
            BigDecimal number = value.decimalValue();
            return Math.abs((long) number.scale()) + number.precision() <= MOST_DIGITS;
        }
        return value.isIntegralNumber() || Double.isFinite(value.doubleValue());
    }
}
