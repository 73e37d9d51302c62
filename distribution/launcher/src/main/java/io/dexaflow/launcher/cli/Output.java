// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.cli;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.jr.ob.JSON;
import io.dexaflow.launcher.CommandException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.Map;

/** JSON in and out of commands. */
final class Output {

    private Output() {}

    /** Prints an answer of the API. */
    static void printJson(PrintWriter out, Map<String, Object> answer) {
        try {
            out.println(JSON.std.with(JSON.Feature.PRETTY_PRINT_OUTPUT, JSON.Feature.WRITE_NULL_PROPERTIES)
                    .asString(answer));
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Reads a JSON object that was given as an option.
     *
     * @param text null for none
     * @return the object; null for none
     */
    static Map<String, Object> object(String option, String text) {
        if (text == null) {
            return null;
        }
        try (JsonParser parser = JSON.std.createParser(text)) {
            if (parser.nextToken() == JsonToken.START_OBJECT) {
                Map<String, Object> object = JSON.std.mapFrom(parser);
                if (parser.nextToken() != null) {
                    throw CommandException.badInput(option + " is not valid JSON: something follows the object");
                }
                return object;
            }
        } catch (IOException e) {
            throw CommandException.badInput(option + " is not valid JSON: " + e.getMessage()
                    .lines()
                    .findFirst()
                    .orElse(""));
        }
        throw CommandException.badInput(option + " must be a JSON object, as in '{\"region\": \"emea\"}'");
    }
}
