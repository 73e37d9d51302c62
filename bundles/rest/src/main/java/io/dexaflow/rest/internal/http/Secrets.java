// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** Masks what looks like a secret, by Airflow's list of names. */
public final class Secrets {

    /** What stands in place of a secret. */
    public static final String MASK = "***";

    private static final List<String> NAMES =
            List.of("access_token", "api_key", "apikey", "authorization", "passphrase", "passwd",
                    "password", "private_key", "proxy", "proxies", "secret", "token", "keyfile_dict",
                    "service_account");
    private static final Pattern IN_URL = Pattern.compile("(://[^/@:\\s]*:)[^/@\\s]+@");
    private static final Pattern IN_QUERY = Pattern.compile("(?i)((?:password|passwd|secret|token)=)[^&;\\s]+");

    private Secrets() {}

    /** Whether a name is that of a secret. */
    public static boolean isSecret(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return NAMES.stream().anyMatch(lower::contains);
    }

    /** A value under its name: masked whole, or the fields of an object or the parts of a URL that are secrets. */
    public static String masked(String name, String value) {
        if (isSecret(name)) {
            return MASK;
        }
        if (value.stripLeading().startsWith("{")) {
            try {
                JsonNode json = Json.read(value);
                return mask(json) ? Json.write(json) : value;
            } catch (JsonProcessingException e) {
                // A text like any other.
            }
        }
        String withoutPassword = IN_URL.matcher(value).replaceAll("$1" + MASK + "@");
        return IN_QUERY.matcher(withoutPassword).replaceAll("$1" + MASK);
    }

    private static boolean mask(JsonNode json) {
        boolean masked = false;
        if (json instanceof ObjectNode object) {
            for (Map.Entry<String, JsonNode> field : List.copyOf(object.properties())) {
                if (isSecret(field.getKey()) && !field.getValue().isNull()) {
                    object.put(field.getKey(), MASK);
                    masked = true;
                }
            }
        }
        for (JsonNode part : json) {
            masked |= mask(part);
        }
        return masked;
    }
}
