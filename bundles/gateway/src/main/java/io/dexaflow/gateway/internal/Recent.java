// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.gateway.internal;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** What was asked for lately, up to a bound: what was not asked for longest is forgotten first. */
public final class Recent {

    private Recent() {}

    /**
     * An empty map, for any number of threads.
     *
     * @param most how many entries it keeps
     */
    public static <K, V> Map<K, V> map(int most) {
        return Collections.synchronizedMap(new LinkedHashMap<>(16, 0.75f, true) {

            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
                return size() > most;
            }
        });
    }
}
