// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.itest.support;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What a running host says of itself (contract 2).
 *
 * @param json the content of {@code server.json}
 */
public record ServerJson(JsonNode json) {

    /** Reads the file; null while there is none. */
    static ServerJson read(Path home) {
        Path file = home.resolve("server.json");
        try {
            return Files.exists(file) ? new ServerJson(Json.read(Files.readAllBytes(file))) : null;
        } catch (IOException e) {
            return null;
        }
    }

    /** The host's process. */
    public long pid() {
        return json.get("pid").asLong();
    }

    /** The API's base URL. */
    public String api() {
        return json.get("api").asText();
    }

    /** The database's URL. */
    public String jdbcUrl() {
        return json.get("jdbc_url").asText();
    }

    /** Who signs in there. */
    public String jdbcUser() {
        return json.get("jdbc_user").asText();
    }

    /** With what. */
    public String jdbcPassword() {
        return json.get("jdbc_password").asText();
    }
}
