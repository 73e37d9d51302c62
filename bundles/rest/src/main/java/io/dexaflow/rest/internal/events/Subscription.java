// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.events;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

/**
 * One reader of the event stream. Whoever tells events never waits for it: what it does not fetch in time is left out, and
 * it is told how much that was.
 */
final class Subscription {

    private static final int MOST_WAITING = 10_000;

    /** Ends a stream; no event looks like it. */
    private static final Event END = new Event("end", null, "");

    private final BlockingQueue<Event> waiting = new LinkedBlockingQueue<>(MOST_WAITING);
    private final AtomicLong lost = new AtomicLong();
    private final Predicate<String> wantsDag;
    private volatile boolean open = true;

    /** @param wantsDag which DAGs' events it wants */
    Subscription(Predicate<String> wantsDag) {
        this.wantsDag = wantsDag;
    }

    void tell(Event event) {
        if ((event.dagId() == null || wantsDag.test(event.dagId())) && !waiting.offer(event)) {
            lost.incrementAndGet();
        }
    }

    void end() {
        open = false;
        waiting.clear();
        waiting.offer(END);
    }

    /**
     * Writes events as they come until the reader goes or the host stops.
     *
     * @param beat how long to be silent at most; a reader that is gone is noticed by it
     */
    void writeTo(OutputStream out, Duration beat) throws IOException {
        write(out, "retry: 2000\n\n");
        while (open) {
            Event event = next(beat);
            if (event == null) {
                write(out, ": nothing new\n\n");
            } else if (event != END) {
                long left = lost.getAndSet(0);
                write(out, (left == 0 ? "" : "event: lost\ndata: {\"events\": " + left + "}\n\n") + event.text());
            }
        }
    }

    private Event next(Duration beat) {
        try {
            return waiting.poll(beat.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            open = false;
            return END;
        }
    }

    private static void write(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    /**
     * An event.
     *
     * @param type its name in the stream
     * @param dagId the DAG that it is about; null for the host
     * @param json its data, on one line
     */
    record Event(String type, String dagId, String json) {

        String text() {
            return "event: " + type + "\ndata: " + json + "\n\n";
        }
    }
}
