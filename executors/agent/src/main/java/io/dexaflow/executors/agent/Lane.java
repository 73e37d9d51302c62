// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors
package io.dexaflow.executors.agent;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;

/**
 * The calls that wait for one kind of request. Not safe by itself: the reporter holds its lock.
 */
final class Lane {

    /** The host takes more, but an answer of that size is enough at once. */
    private static final int MOST = 500;

    final String path;
    final String items;
    final String results;
    final Map<String, Object> head;
    private final LinkedList<Call> waiting = new LinkedList<>();

    /**
     * @param path where it goes
     * @param items the name of the list in the request
     * @param results the name of the list in the answer
     * @param head the fields beside the list
     */
    Lane(String path, String items, String results, Map<String, Object> head) {
        this.path = path;
        this.items = items;
        this.results = results;
        this.head = head;
    }

    void add(Call call) {
        waiting.add(call);
    }

    /** Nothing waits for its delay any longer. */
    void hurry(long now) {
        waiting.forEach(call -> call.readyAt = now);
    }

    /** Takes those whose time has come, in the order they came. */
    List<Call> takeReady(long now) {
        List<Call> ready = new ArrayList<>();
        for (Iterator<Call> calls = waiting.iterator(); calls.hasNext() && ready.size() < MOST;) {
            Call call = calls.next();
            if (call.reply.isDone()) {
                calls.remove();
            } else if (call.readyAt - now <= 0) {
                calls.remove();
                ready.add(call);
            }
        }
        return ready;
    }

    /** Nanoseconds until the next one's time comes; a long time if none waits. */
    long nanosToNext(long now) {
        long nanos = Long.MAX_VALUE / 4;
        for (Call call : waiting) {
            nanos = Math.min(nanos, call.readyAt - now);
        }
        return nanos;
    }
}
