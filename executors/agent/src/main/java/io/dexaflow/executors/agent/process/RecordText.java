// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
package io.dexaflow.executors.agent.process;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** The text of records: a line {@code key=value} for each field. Unknown keys are fine, missing ones are not. */
final class RecordText {

    private final Map<String, String> fields = new HashMap<>();
    private final String name;

    private RecordText(String name) {
        this.name = name;
    }

    static RecordText parse(String name, byte[] content) throws RecordException {
        RecordText text = new RecordText(name);
        String lines = new String(content, StandardCharsets.UTF_8);
        if (!lines.endsWith("\n")) {
            throw text.malformed("it does not end with a line feed");
        }
        for (String line : lines.split("\n")) {
            int equals = line.indexOf('=');
            if (equals <= 0 || text.fields.put(line.substring(0, equals), line.substring(equals + 1)) != null) {
                throw text.malformed("line '" + line + "'");
            }
        }
        return text;
    }

    String text(String key) throws RecordException {
        String value = fields.get(key);
        if (value == null || value.isEmpty()) {
            throw malformed("it has no " + key);
        }
        return value;
    }

    long number(String key, long least) throws RecordException {
        String value = text(key);
        try {
            long number = Long.parseLong(value);
            if (number >= least) {
                return number;
            }
        } catch (NumberFormatException notANumber) {
            // Said below, as for a number that is too small.
        }
        throw malformed(key + "=" + value);
    }

    int small(String key, int least) throws RecordException {
        long number = number(key, least);
        if (number > Integer.MAX_VALUE) {
            throw malformed(key + "=" + number);
        }
        return (int) number;
    }

    private RecordException malformed(String why) {
        return new RecordException("record " + name + " cannot be read: " + why);
    }
}
