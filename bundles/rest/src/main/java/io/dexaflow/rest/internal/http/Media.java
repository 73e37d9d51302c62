// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.http;

import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Answers that there are as JSON and as plain text. */
public final class Media {

    private Media() {}

    /** Whether plain text is wanted and not JSON; 406 when it is neither. */
    public static boolean wantsText(Request request) {
        if (request.accept().isBlank()) {
            return false;
        }
        for (String range : request.accept().split(",")) {
            switch (range.replaceAll(";.*", "").strip()) {
                case "application/json", "application/*", "*/*" -> {
                    return false;
                }
                case "text/plain", "text/*" -> {
                    return true;
                }
                default -> {
                    // The next one may do.
                }
            }
        }
        throw Problem.of(406, "Not Acceptable: there are application/json and text/plain");
    }

    /** Plain text. */
    public static Reply text(String text) {
        return new Reply.Stream("text/plain; charset=utf-8", Map.of(),
                out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
    }
}
