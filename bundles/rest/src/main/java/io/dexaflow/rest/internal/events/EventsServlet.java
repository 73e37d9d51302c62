// SPDX-License-Identifier: Apache-2.0
// Copyright the Dexaflow authors

package io.dexaflow.rest.internal.events;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dexaflow.rest.internal.events.Subscription.Event;
import io.dexaflow.rest.internal.http.Json;
import io.dexaflow.rest.internal.http.Problem;
import io.dexaflow.rest.internal.http.Reply;
import io.dexaflow.rest.internal.http.Request;
import io.dexaflow.rest.internal.http.ResourceServlet;
import io.dexaflow.rest.internal.http.RestHost;
import io.dexaflow.rest.internal.http.Route;
import io.dexaflow.store.DatabaseClock;
import io.dexaflow.trail.Decision;
import io.dexaflow.trail.Observer;
import io.dexaflow.trail.Subject;
import jakarta.servlet.Servlet;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletName;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletPattern;

/**
 * What this host does, as it happens, as server-sent events: {@code run} and {@code task} when one of them moves to another
 * state, {@code decision} for what left something for later or wrote nothing. Events are told after they were written, come
 * from this host alone, and are not kept: whoever connects reads the state first.
 */
@Component(name = "io.dexaflow.rest.events", service = {Servlet.class, Observer.class})
@HttpWhiteboardServletName("dexaflow-rest-events")
@HttpWhiteboardServletPattern("/dexaflow/v1/events")
public final class EventsServlet extends ResourceServlet implements Observer {

    private static final long serialVersionUID = 1L;

    /** What the label of an agent's report begins with; the state that it reports follows. */
    private static final String REPORT = "report_";

    /** Each reader holds one of the server's threads. */
    private static final int MOST_READERS = 16;
    private static final Duration BEAT = Duration.ofSeconds(10);

    private final transient Set<Subscription> readers;
    private final transient DatabaseClock clock;

    @Activate
    public EventsServlet(@Reference(name = "host") RestHost host, @Reference(name = "clock") DatabaseClock clock) {
        this(host, clock, ConcurrentHashMap.newKeySet());
    }

    private EventsServlet(RestHost host, DatabaseClock clock, Set<Subscription> readers) {
        super(host, List.of(Route.of("GET", "/dexaflow/v1/events", request -> stream(request, readers))));
        this.clock = clock;
        this.readers = readers;
    }

    private static Reply stream(Request request, Set<Subscription> readers) {
        Set<String> dags = Set.copyOf(request.query().texts("dag_id"));
        Subscription reader = new Subscription(dag -> dags.isEmpty() || dags.contains(dag));
        readers.add(reader);
        if (readers.size() > MOST_READERS) {
            readers.remove(reader);
            throw Problem.of(503, "there are " + MOST_READERS + " readers of the event stream already");
        }
        return new Reply.Stream("text/event-stream; charset=utf-8", Map.of("X-Accel-Buffering", "no"), out -> {
            try {
                reader.writeTo(out, BEAT);
            } finally {
                readers.remove(reader);
            }
        });
    }

    @Override
    public void decided(List<Decision> decisions) {
        if (!readers.isEmpty()) {
            decisions.forEach(decision -> tell(event(decision)));
        }
    }

    @Override
    public void moved(List<RunMove> moves) {
        if (!readers.isEmpty()) {
            moves.forEach(move -> tell(new Event("run", move.run().dagId(),
                    Json.write(json(move.run()).put("from", move.from().wireName()).put("to", move.to().wireName())))));
        }
    }

    /** Nobody waits for a host that stops. */
    @Deactivate
    void stop() {
        readers.forEach(Subscription::end);
    }

    private void tell(Event event) {
        readers.forEach(reader -> reader.tell(event));
    }

    private Event event(Decision decision) {
        ObjectNode json = json(decision.subject()).put("actor", decision.actor())
                .put("label", decision.label())
                .put("words", decision.words());
        new TreeMap<>(decision.evidence()).forEach(json::put);
        if (decision.label().startsWith(REPORT)) {
            json.put("to", decision.label().substring(REPORT.length()));
        }
        boolean moves = decision.kind() == Decision.Kind.TRANSITION && decision.subject().taskId() != null;
        return new Event(moves ? "task" : "decision", decision.subject().dagId(), Json.write(json));
    }

    private ObjectNode json(Subject subject) {
        ObjectNode json = Json.object().put("at", clock.now().toString());
        if (subject.runId() != null) {
            json.put("dag_id", subject.dagId()).put("dag_run_id", subject.dagRunId());
        }
        if (subject.taskId() != null) {
            json.put("task_id", subject.taskId())
                    .put("try_number", subject.tryNumber())
                    .put("epoch", subject.epoch());
        }
        return json;
    }
}
