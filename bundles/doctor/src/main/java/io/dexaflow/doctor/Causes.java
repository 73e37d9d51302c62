// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.doctor;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

/** Causes in the order they were found, each with the needs that are not met because of it. */
final class Causes {

    private final Map<Cause, Set<Need>> needs = new LinkedHashMap<>();

    void add(Cause cause, Need... unmet) {
        add(cause, List.of(unmet));
    }

    void add(Cause cause, Collection<Need> unmet) {
        needs.computeIfAbsent(cause, _ -> new LinkedHashSet<>()).addAll(unmet);
    }

    void remove(Cause cause) {
        needs.remove(cause);
    }

    boolean isEmpty() {
        return needs.isEmpty();
    }

    void forEach(BiConsumer<Cause, Set<Need>> action) {
        needs.forEach(action);
    }
}
