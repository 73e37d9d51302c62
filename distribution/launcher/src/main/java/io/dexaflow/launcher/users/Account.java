// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.launcher.users;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Somebody who may sign in.
 *
 * @param role as it is written
 * @param password as {@link PasswordHash} makes it
 * @param stamp changes with each new password; the host takes tokens of no other stamp
 * @param createdAt for people to read
 */
public record Account(String name, String role, String password, String stamp, String createdAt) {

    /** The same account with another role; its tokens may then do what that allows. */
    public Account withRole(String other) {
        return new Account(name, other, password, stamp, createdAt);
    }

    /** The same account with another password; its tokens end. */
    public Account withPassword(String other, String newStamp) {
        return new Account(name, role, other, newStamp, createdAt);
    }

    static Account of(Map<?, ?> json) {
        return new Account(text(json, "name"), text(json, "role"), text(json, "password"), text(json, "stamp"),
                text(json, "created_at"));
    }

    Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", name);
        json.put("role", role);
        json.put("password", password);
        json.put("stamp", stamp);
        json.put("created_at", createdAt);
        return json;
    }

    private static String text(Map<?, ?> json, String key) {
        return Objects.toString(json.get(key), "");
    }
}
